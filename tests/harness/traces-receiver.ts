import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { untilAnswered } from './answered';
import { listenLocally, stopServer } from './local-server';

/** A span with the name of its process. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export type TracesReceiver = Awaited<ReturnType<typeof startTracesReceiver>>;

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP, as JSON. */
export async function startTracesReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      bodies.push(body);
      spans.push(...getSpans(JSON.parse(body) as Export));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    })();
  });
  return {
    url: await listenLocally(server),
    spans,
    /** All received text. */
    text: () => bodies.join('\n'),
    /** Resolves when `isEnough` holds, or at the timeout with what has arrived. */
    until: (isEnough: (spans: readonly ReceivedSpan[]) => boolean) => untilAnswered(async () => spans, isEnough),
    close: () => stopServer(server),
  };
}

function getSpans({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
  });
}
