import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';
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

export interface TracesReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** All received text. */
  text(): string;
  /** Resolves when `isEnough` holds, or at the timeout with what has arrived. */
  until(isEnough: (spans: readonly ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]>;
  close(): Promise<void>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP, as JSON. */
export async function startTracesReceiver(): Promise<TracesReceiver> {
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
    text: () => bodies.join('\n'),
    until: async (isEnough) => {
      const end = Date.now() + ARRIVAL_TIMEOUT_MS;
      while (!isEnough(spans) && Date.now() < end) await sleep(50);
      return spans;
    },
    close: () => stopServer(server),
  };
}

function getSpans({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
  });
}
