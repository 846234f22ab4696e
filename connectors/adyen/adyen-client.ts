import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { AcquirerHttp, AcquirerRefusal, NoAnswer, parseJson, toIdempotencyKey } from '../acquirer-http';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable } from '../connector';
import type { Deadline } from '../deadline';

/** A request with the same idempotency key is being processed. */
const IN_PROGRESS = '704';

/** Adyen rejects the request by validation. */
export function adyenRefusal(status: number, errorCode?: string, fields: readonly string[] = []): AcquirerRefusal {
  const message = `Adyen rejects the request: status ${status}${errorCode === undefined ? '' : `, error ${errorCode}`}`;
  return new AcquirerRefusal(message, { status, code: errorCode ?? String(status), fields });
}

const refusal = z
  .object({
    errorCode: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .catch(undefined),
    invalidFields: z
      .array(z.object({ name: z.string().max(100) }).transform(({ name }) => name))
      .optional()
      .catch(undefined),
  })
  .catch({});

export interface AdyenCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the API's version. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** Names a POST with an effect. */
  key?: string;
  /** Sends a POST that holds a card. */
  cardTransport?: CardTransport | undefined;
}

/** A client of one of Adyen's APIs. */
export class AdyenClient {
  private readonly http: AcquirerHttp;
  private readonly apiKey: string;

  constructor({ apiKey, ...address }: { url: string; apiKey: string; lookup?: LookupFunction | undefined }) {
    this.http = new AcquirerHttp('Adyen', address);
    this.apiKey = apiKey;
  }

  /**
   * Sends a request and reads its response by a schema.
   * @throws ConnectorUnavailable if Adyen certainly did nothing, AcquirerRefusal if it rejects the request, NoAnswer otherwise
   */
  async call<Answer>(request: AdyenCall, schema: z.ZodType<Answer>, deadline: Deadline): Promise<Answer> {
    const { body, key, ...call } = request;
    const headers = {
      'x-api-key': this.apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': toIdempotencyKey(key) }),
    };
    const content = body && JSON.stringify(body);
    const { status, text } = await this.http.send({ ...call, headers, body: content, timeoutMs: deadline.leftMs() });
    if (status >= 200 && status < 300) return this.http.read(text, schema);
    if (status === 401 || status === 403) throw new ConnectorUnavailable('Adyen rejects our key');
    if (status === 429) throw new ConnectorUnavailable('Adyen limits our request rate');
    const { errorCode, invalidFields } = refusal.parse(parseJson(text));
    if (status === 400 || status === 404 || (status === 422 && errorCode !== IN_PROGRESS)) {
      throw adyenRefusal(status, errorCode, invalidFields);
    }
    throw new NoAnswer(`Adyen answers ${status}`);
  }
}
