import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAnswered } from './answered';
import { stopServer } from './local-server';
import { portToKeep } from './ports';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';

export type Delivery = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes that were signed. */
  body: Buffer;
  receivedAt: Date;
  /** The response status; 0 if the connection was cut. */
  answered: number;
  json<Body = Record<string, unknown>>(): Body;
};

/** A response; `isCut` closes the connection instead. */
export type ReceiverResponse = {
  status?: number;
  delayMs?: number;
  headers?: Record<string, string>;
  body?: string;
  isCut?: boolean;
};

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** A merchant's endpoint: an HTTP server that stores deliveries. */
export async function startWebhookReceiver() {
  const deliveries: Delivery[] = [];
  const next: ReceiverResponse[] = [];
  let decide: (delivery: Delivery) => ReceiverResponse = () => ({ status: 200 });
  const port = await portToKeep();
  const server = createServer((request, response) => {
    void receive(request, response, deliveries, (delivery) => next.shift() ?? decide(delivery));
  });
  const comeBack = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const goDown = () => stopServer(server);
  await comeBack();
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    /** In the order of arrival, whatever they were answered with. */
    deliveries,
    /** Deliveries with response 200. */
    accepted: () => deliveries.filter(({ answered }) => answered === 200),
    /** Sets the response of further deliveries; default: an immediate 200. */
    answerWith: (decision: typeof decide) => void (decide = decision),
    /** Responses of the next deliveries, one each. */
    answerNext: (...answers: ReceiverResponse[]) => void next.push(...answers),
    /** Resolves when `isEnough` holds; fails at the timeout with what has arrived. */
    until: async (isEnough: (all: Delivery[]) => boolean, limitMs = ARRIVAL_TIMEOUT_MS) => {
      await untilAnswered(async () => deliveries, isEnough, { limitMs, pauseMs: 10 });
      if (isEnough(deliveries)) return deliveries;
      const seen = deliveries.map(({ body, answered }) => `  ${answered} ${body.toString('utf8').slice(0, 160)}`);
      throw new Error(`The expected deliveries did not arrive within ${limitMs} ms. Arrived:\n${seen.join('\n')}`);
    },
    /** Stops listening, so that connections are refused. */
    goDown,
    comeBack,
    close: goDown,
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  deliveries: Delivery[],
  decide: (delivery: Delivery) => ReceiverResponse,
): Promise<void> {
  const body = await buffer(request);
  const delivery: Delivery = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    receivedAt: new Date(),
    answered: 0,
    json: <Body>() => JSON.parse(body.toString('utf8')) as Body,
  };
  const answer = decide(delivery);
  deliveries.push(delivery);
  if (answer.delayMs) await sleep(answer.delayMs);
  if (answer.isCut) return void request.socket.destroy();
  delivery.answered = answer.status ?? 200;
  response.writeHead(delivery.answered, answer.headers).end(answer.body);
}
