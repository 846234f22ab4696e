import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDescription, readForm } from '../../testing/description';
import { StripeRefusal, type Fields } from './entries';
import { IntentBook } from './intent-book';
import { serveStripeJs } from './stripe-js';
import { listenLocally, stopServer } from '../../../tests/harness/local-server';

/** A received call. */
export interface StripeCall {
  method: string;
  path: string;
  fields: Fields;
  idempotencyKey: string | undefined;
}

/**
 * A stateful simulation of Stripe's documented behaviour. Requests and answers are checked against the published description, and `problems`
 * collects what it finds.
 */
export class StripeStandIn {
  readonly book = new IntentBook();
  readonly calls: StripeCall[] = [];
  readonly problems: string[] = [];
  private readonly check = openDescription('stripe');
  private readonly answered = new Map<string, { requested: string; status: number; body: unknown }>();
  isLosing = false;
  private readonly interference = new Map<string, () => void>();
  /** Whether every key is refused. */
  refusesKeys = false;
  /** The delay of every response. */
  responseDelayMs = 0;
  /** How often a search does not find what was created. */
  missedSearches = 0;
  private readonly searches = new Map<string, number>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        response.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
      });
    });
  }

  async start(): Promise<string> {
    // The description is compiled before requests are timed.
    const intents = [
      'payment_intents',
      'setup_intents',
      ...['confirm', 'capture', 'cancel'].map((step) => `payment_intents/pi/${step}`),
    ];
    for (const path of [...intents, 'payment_methods', 'customers', 'refunds', 'disputes/dp']) {
      this.check({ method: 'POST', path: `/v1/${path}`, body: {} });
      this.check({ method: 'POST', path: `/v1/${path}`, status: 200, body: {} });
    }
    return listenLocally(this.server);
  }

  async stop(): Promise<void> {
    await stopServer(this.server);
  }

  /** Requests sent within `send` take effect without a response. */
  async losingResponses<Outcome>(send: () => Promise<Outcome>): Promise<Outcome> {
    this.isLosing = true;
    return send().finally(() => (this.isLosing = false));
  }

  /** Something happens just before the next request to the path. */
  beforeNext(path: string, event: () => void): void {
    this.interference.set(path, event);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/v3/')) return serveStripeJs(request.url, response);
    const body = (await buffer(request)).toString('latin1');
    const method = request.method ?? 'GET';
    const { status, body: answer } = this.respond({ method, url: request.url ?? '/', body, request });
    const [path = ''] = (request.url ?? '').split('?');
    if (method === 'POST' && !isUpload(request)) this.compare({ method, path, body: readForm(body) });
    this.compare({ method, path, status, body: JSON.parse(JSON.stringify(answer)) as unknown });
    await sleep(this.responseDelayMs);
    if (this.isLosing && method === 'POST' && isMoney(path, answer)) return void response.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' });
    response.end(JSON.stringify(answer));
  }

  /** The description of tokens lacks those of Apple Pay. */
  private compare(exchange: Parameters<typeof this.check>[0]): void {
    if (exchange.path !== '/v1/tokens') this.problems.push(...this.check(exchange));
  }

  /** Repeats the response of an idempotency key; refuses the key with another request. */
  private respond(given: { method: string; url: string; body: string; request: IncomingMessage }): StubResponse {
    const { method, url, body, request } = given;
    const [path = '', query = ''] = url.split('?');
    const fields = isUpload(request) ? readMultipart(body) : readFields(method === 'POST' ? body : query);
    const key = request.headers['idempotency-key'] as string | undefined;
    this.calls.push({ method, path, fields, idempotencyKey: key });
    this.interference.get(path)?.();
    this.interference.delete(path);
    const requested = `${method} ${path} ${JSON.stringify(fields)}`;
    const before = key === undefined ? undefined : this.answered.get(key);
    if (before && before.requested !== requested) return refusal(new StripeRefusal(400, { type: 'idempotency_error' }));
    if (before) return before;
    if (this.refusesKeys) return refusal(new StripeRefusal(401, { type: 'invalid_request_error' }));
    const answer = this.act({ method, path, fields });
    if (key !== undefined && method === 'POST') this.answered.set(key, { requested, ...answer });
    return answer;
  }

  private isMissed({ query = '' }: Fields): boolean {
    const searched = (this.searches.get(query) ?? 0) + 1;
    this.searches.set(query, searched);
    return searched <= this.missedSearches;
  }

  private act({ method, path, fields }: { method: string; path: string; fields: Fields }): StubResponse {
    try {
      const answer = { ...(this.book.act(`${method} ${path}`, fields) as object) };
      if (path.endsWith('/search') && this.isMissed(fields)) Object.assign(answer, { data: [] });
      return { status: 200, body: 'has_more' in answer ? { ...answer, url: path } : answer };
    } catch (error) {
      if (error instanceof StripeRefusal) return refusal(error);
      throw error;
    }
  }
}

interface StubResponse {
  status: number;
  body: unknown;
}

function refusal(error: StripeRefusal): StubResponse {
  return { status: error.status, body: { error: error.body } };
}

/** An intent without a card moves none. */
function isMoney(path: string, answer: unknown): boolean {
  const { status } = answer as { status?: unknown };
  return /^\/v1\/(payment_intents|setup_intents|refunds|disputes)/.test(path) && status !== 'requires_payment_method';
}

const readFields = (form: string): Fields => Object.fromEntries(new URLSearchParams(form));

function isUpload({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true;
}

/** The parts of an upload by name; a file's name is beside its content. */
function readMultipart(body: string): Fields {
  const [boundary = ''] = body.split('\r\n', 1);
  const fields: Fields = {};
  for (const part of body.split(boundary).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const [, name = '', fileName] = /name="([^"]*)"(?:; filename="([^"]*)")?/.exec(head) ?? [];
    fields[name] = rest.join('\r\n\r\n').slice(0, -2);
    if (fileName !== undefined) fields[`${name}.name`] = fileName;
  }
  return fields;
}
