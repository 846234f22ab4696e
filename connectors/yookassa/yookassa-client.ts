import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { AcquirerHttp, AcquirerRefusal, NoAnswer, orMissing, parseJson, toIdempotencyKey } from '../acquirer-http';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable } from '../connector';
import type { Deadline } from '../deadline';
import { yookassaAuthorization } from './yookassa.cards';

/** The id and the secret key of a shop, or of a payout gateway. */
export interface Credentials {
  id: string;
  secret: string;
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

/** A client of YooKassa. The operation id makes the idempotency key, which YooKassa remembers for 24 hours. */
export class YooKassaClient {
  private readonly http: AcquirerHttp;
  private readonly authorization: string;

  constructor({ id, secret, ...address }: Credentials & { url: string; lookup?: LookupFunction | undefined }) {
    this.http = new AcquirerHttp('YooKassa', address);
    this.authorization = yookassaAuthorization({ id, secret });
  }

  /**
   * Sends a request and reads its response by a schema.
   * @throws ConnectorUnavailable if YooKassa certainly did nothing, AcquirerRefusal if it rejects the request, NoAnswer
   * otherwise
   */
  async call<Answer>(request: YooKassaCall, schema: z.ZodType<Answer>, deadline: Deadline): Promise<Answer> {
    const { body, operationID, ...call } = request;
    const headers = {
      authorization: this.authorization,
      ...(body && { 'content-type': 'application/json' }),
      ...(operationID !== undefined && { 'idempotence-key': toIdempotencyKey(operationID) }),
    };
    const content = body && JSON.stringify(body);
    const { status, text } = await this.http.send({ ...call, headers, body: content, timeoutMs: deadline.leftMs() });
    if (status === 200) return this.http.read(text, schema);
    const { code, parameter } = refusal.parse(parseJson(text));
    const isForbidden = status === 403 && code === 'forbidden' && call.method === 'POST' && OPENING.has(call.path);
    if ((status === 401 || status === 403) && !isForbidden) throw new ConnectorUnavailable('YooKassa rejects our key');
    if (status === 429) throw new ConnectorUnavailable('YooKassa limits our request rate');
    if (status === 400 || status === 404 || status === 409 || isForbidden) {
      const fields = parameter === undefined ? [] : [parameter];
      const refused = { status, code: code ?? String(status), fields, isKeyUsed: parameter === 'Idempotence-Key' };
      throw new AcquirerRefusal(`YooKassa rejects the request with ${status}`, refused);
    }
    throw new NoAnswer(`YooKassa answers ${status}`);
  }

  /** Reads an object, which YooKassa may not have. */
  find<Found>(path: string, id: string, schema: z.ZodType<Found>, deadline: Deadline): Promise<Found | undefined> {
    const found = this.call({ method: 'GET', path: `${path}/${encodeURIComponent(id)}` }, schema, deadline);
    return orMissing(found, ({ status }) => status === 404);
  }
}
