import type { LookupFunction } from 'node:net';
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { isDecided } from '../card-errors';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable } from '../connector';
import type { RejectionFact } from '../connector-rejection';
import type { Deadline } from '../deadline';
import { yookassaAuthorization } from './yookassa.cards';

/** The id and the secret key of a shop, or of a payout gateway. */
export interface Credentials {
  id: string;
  secret: string;
}

const MAX_SOCKETS = 32;

/** Errors of requests that were certainly not sent; others may occur after sending. */
const UNSENT: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ADDRESS_REFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** YooKassa rejects the request: its parameters, or the state of the object. */
export class YooKassaRefusal extends Error {
  override readonly name = 'YooKassaRefusal';

  constructor(
    readonly status: number,
    readonly fact: RejectionFact,
  ) {
    super(`YooKassa rejects the request with ${status}`);
  }
}

/** The request may have had its effect. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const refusal = z
  .object({
    code: z
      .string()
      .regex(/^\w{1,60}$/)
      .optional()
      .catch(undefined),
    parameter: z
      .string()
      .regex(/^[\w.[\]-]{1,100}$/)
      .optional()
      .catch(undefined),
  })
  .catch({});

/** Needs a right of the shop: without it the request is refused with 403, for ever. */
const OPENING: ReadonlySet<string> = new Set(['/payments', '/payment_methods', '/receipts']);

export interface YooKassaCall {
  method: 'GET' | 'POST';
  /** Below `/v3`. */
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  /** The operation of a POST. */
  operationID?: string;
  /** Sends a POST that holds a card. */
  cardTransport?: CardTransport | undefined;
}

/** An HTTP client of YooKassa. The operation id makes the idempotency key, which YooKassa remembers for 24 hours. */
export class YooKassaClient {
  private readonly pool: Pool;
  private readonly origin: string;
  private readonly basePath: string;
  private readonly authorization: string;

  constructor({ id, secret, url, lookup }: Credentials & { url: string; lookup?: LookupFunction | undefined }) {
    const address = new URL(url);
    this.origin = address.origin;
    this.pool = new Pool(this.origin, { connections: MAX_SOCKETS, keepAliveTimeout: 30_000, connect: { lookup } });
    this.basePath = address.pathname.replace(/\/$/, '');
    this.authorization = yookassaAuthorization({ id, secret });
  }

  /**
   * Sends a request and reads its response by a schema.
   * @throws ConnectorUnavailable if YooKassa certainly did nothing, YooKassaRefusal if it rejects the request, NoAnswer
   * otherwise
   */
  async call<Answer>(request: YooKassaCall, schema: z.ZodType<Answer>, deadline: Deadline): Promise<Answer> {
    const { status, text } = await this.send(request, deadline);
    if (status === 200) return readAnswer(text, schema);
    const { code, parameter } = refusal.parse(parseJson(text));
    const isForbidden =
      status === 403 && code === 'forbidden' && request.method === 'POST' && OPENING.has(request.path);
    if ((status === 401 || status === 403) && !isForbidden) throw new ConnectorUnavailable('YooKassa rejects our key');
    if (status === 429) throw new ConnectorUnavailable('YooKassa limits our request rate');
    if (status === 400 || status === 404 || status === 409 || isForbidden) {
      throw new YooKassaRefusal(status, { code: code ?? String(status), parameter });
    }
    throw new NoAnswer(`YooKassa answers ${status}`);
  }

  private async send(request: YooKassaCall, deadline: Deadline): Promise<{ status: number; text: string }> {
    const { method, query = {}, body, operationID, cardTransport } = request;
    const path = this.basePath + request.path;
    const timeoutMs = deadline.leftMs();
    const headers = {
      authorization: this.authorization,
      ...(body && { 'content-type': 'application/json' }),
      ...(operationID !== undefined && { 'idempotence-key': toIdempotenceKey(operationID) }),
    };
    const content = body ? JSON.stringify(body) : null;
    try {
      if (cardTransport) {
        const sent = { method: 'POST', url: this.origin + path, headers, body: content ?? '', timeoutMs } as const;
        const response = await cardTransport.send(sent);
        return { status: response.status, text: response.body };
      }
      const response = await this.pool.request({
        method,
        path,
        query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
        headers,
        body: content,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      if (isDecided(error)) throw error;
      if (UNSENT.has((error as { code?: string }).code ?? '')) {
        throw new ConnectorUnavailable('YooKassa cannot be reached', { isUnsent: true });
      }
      throw new NoAnswer('YooKassa does not answer');
    }
  }
}

/** A key has at most 64 characters, an operation id up to 200. */
export function toIdempotenceKey(operationID: string): string {
  return createHash('sha256').update(operationID).digest('hex');
}

/** A request with an unreadable response may have had its effect. */
function readAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
  const read = schema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new NoAnswer(`YooKassa's response is not as described: ${issue?.path.join('.')} ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
