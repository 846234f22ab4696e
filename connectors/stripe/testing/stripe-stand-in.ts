import { setTimeout as sleep } from 'node:timers/promises';
import { openDescription, readForm } from '../../testing/description';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';
import { StripeRefusal, type Fields } from './entries';
import { IntentBook } from './intent-book';
import { stripeJs } from './stripe-js';

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
export class StripeStandIn extends StandInServer {
  readonly book = new IntentBook();
  readonly calls: StripeCall[] = [];
  readonly problems: string[] = [];
  /** The delay of every response. */
  responseDelayMs = 0;
  /** How often a search does not find what was created. */
  missedSearches = 0;
  // Uploads are bytes.
  protected override readonly encoding = 'latin1';
  private readonly check = openDescription('stripe');
  private readonly answered = new Map<string, StandInResponse & { requested: string }>();
  private readonly interference = new Map<string, () => void>();
  private readonly searches = new Map<string, number>();

  override async start(): Promise<string> {
    // The description is compiled before requests are timed.
    const steps = ['confirm', 'capture', 'cancel'].map((step) => `payment_intents/pi/${step}`);
    const created = ['payment_intents', 'setup_intents', 'payment_methods', 'customers', 'refunds', 'disputes/dp'];
    for (const path of [...created, ...steps]) {
      this.check({ method: 'POST', path: `/v1/${path}`, body: {} });
      this.check({ method: 'POST', path: `/v1/${path}`, status: 200, body: {} });
    }
    return super.start();
  }

  /** Something happens just before the next request to the path. */
  beforeNext(path: string, event: () => void): void {
    this.interference.set(path, event);
  }

  /** An intent without a card moves no money. */
  protected override hasEffect(method: string, path: string, answer: unknown): boolean {
    const { status } = (answer ?? {}) as { status?: unknown };
    const isMoney = /^\/v1\/(payment_intents|setup_intents|refunds|disputes)/.test(path);
    return method === 'POST' && isMoney && status !== 'requires_payment_method';
  }

  protected override async respond(request: StandInRequest): Promise<StandInResponse> {
    const { method, path, text } = request;
    if (path.startsWith('/v3/')) return { status: 200, page: stripeJs(path) };
    const { status, body } = this.answer(request);
    if (method === 'POST' && !isUpload(request)) this.compare({ method, path, body: readForm(text) });
    this.compare({ method, path, status, body: JSON.parse(JSON.stringify(body)) as unknown });
    await sleep(this.responseDelayMs);
    return { status, body };
  }

  /** The description of tokens lacks those of Apple Pay. */
  private compare(exchange: Parameters<typeof this.check>[0]): void {
    if (exchange.path !== '/v1/tokens') this.problems.push(...this.check(exchange));
  }

  /** Repeats the response of an idempotency key; refuses the key with another request. */
  private answer(request: StandInRequest): StandInResponse {
    const { method, path, query, text } = request;
    const fields = isUpload(request) ? readMultipart(text) : readFields(method === 'POST' ? text : query);
    const key = request.headers['idempotency-key'] as string | undefined;
    this.calls.push({ method, path, fields, idempotencyKey: key });
    this.interference.get(path)?.();
    this.interference.delete(path);
    const requested = `${method} ${path} ${JSON.stringify(fields)}`;
    const before = key === undefined ? undefined : this.answered.get(key);
    if (before && before.requested !== requested) return refusal(new StripeRefusal(400, { type: 'idempotency_error' }));
    if (before) return before;
    const answer = this.act({ method, path, fields });
    if (key !== undefined && method === 'POST') this.answered.set(key, { requested, ...answer });
    return answer;
  }

  private isMissed({ query = '' }: Fields): boolean {
    const searched = (this.searches.get(query) ?? 0) + 1;
    this.searches.set(query, searched);
    return searched <= this.missedSearches;
  }

  private act({ method, path, fields }: { method: string; path: string; fields: Fields }): StandInResponse {
    try {
      const answer = { ...(this.book.act(`${method} ${path}`, fields) as object) };
      if (path.endsWith('/search') && this.isMissed(fields)) Object.assign(answer, { data: [] });
      return { status: 200, body: 'has_more' in answer ? { ...answer, url: path } : answer };
    } catch (error) {
      if (error instanceof StripeRefusal) return refusal(error);
      return refusal(new StripeRefusal(500, { type: 'api_error', message: String(error) }));
    }
  }
}

function refusal({ status, body }: StripeRefusal): StandInResponse {
  return { status, body: { error: body } };
}

const readFields = (form: string | URLSearchParams): Fields => Object.fromEntries(new URLSearchParams(form));

function isUpload({ headers }: StandInRequest): boolean {
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
