import type { LookupFunction } from 'node:net';
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { isDecided } from '../card-errors';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable } from '../connector';
import type { RejectionFact } from '../connector-rejection';
import type { Deadline } from '../deadline';

const MAX_SOCKETS = 32;

/** Errors of requests that were certainly not sent; others may occur after sending. */
const UNSENT: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ADDRESS_REFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A request with the same idempotency key is being processed. */
const IN_PROGRESS = '704';

/** Adyen rejects the request by validation. */
export class AdyenRefusal extends Error {
  override readonly name = 'AdyenRefusal';

  constructor(
    readonly status: number,
    readonly errorCode: string | undefined,
    /** The names of fields that it rejects. */
    readonly invalidFields: readonly string[] = [],
  ) {
    super(`Adyen rejects the request: status ${status}${errorCode === undefined ? '' : `, error ${errorCode}`}`);
  }

  get fact(): RejectionFact {
    const [parameter] = this.invalidFields;
    return { code: this.errorCode ?? String(this.status), parameter };
  }
}

/** The request may have had its effect. */
export class AdyenSilence extends Error {
  override readonly name = 'AdyenSilence';
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

/** An HTTP client of one of Adyen's APIs. */
export class AdyenClient {
  private readonly pool: Pool;
  private readonly origin: string;
  private readonly basePath: string;
  private readonly apiKey: string;

  constructor({ url, apiKey, lookup }: { url: string; apiKey: string; lookup?: LookupFunction | undefined }) {
    const address = new URL(url);
    this.origin = address.origin;
    this.pool = new Pool(this.origin, { connections: MAX_SOCKETS, keepAliveTimeout: 30_000, connect: { lookup } });
    this.basePath = address.pathname.replace(/\/$/, '');
    this.apiKey = apiKey;
  }

  /**
   * Sends a request and reads its response by a schema.
   * @throws ConnectorUnavailable if Adyen certainly did nothing, AdyenRefusal if it rejects the request, AdyenSilence otherwise
   */
  async call<Answer>(request: AdyenCall, schema: z.ZodType<Answer>, deadline: Deadline): Promise<Answer> {
    const { status, text } = await this.send(request, deadline);
    if (status >= 200 && status < 300) return readAnswer(text, schema);
    if (status === 401 || status === 403) throw new ConnectorUnavailable('Adyen rejects our key');
    if (status === 429) throw new ConnectorUnavailable('Adyen limits our request rate');
    const { errorCode, invalidFields } = refusal.parse(parseJson(text));
    if (status === 400 || status === 404 || (status === 422 && errorCode !== IN_PROGRESS)) {
      throw new AdyenRefusal(status, errorCode, invalidFields);
    }
    throw new AdyenSilence(`Adyen answers ${status}`);
  }

  private async send(request: AdyenCall, deadline: Deadline): Promise<{ status: number; text: string }> {
    const { method, query, body, key, cardTransport } = request;
    const path = this.basePath + request.path;
    const timeoutMs = deadline.leftMs();
    const headers = {
      'x-api-key': this.apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': toIdempotencyKey(key) }),
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
        ...(query && { query }),
        headers,
        body: content,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      if (isDecided(error)) throw error;
      if (UNSENT.has((error as { code?: string }).code ?? '')) {
        throw new ConnectorUnavailable('Adyen cannot be reached', { isUnsent: true });
      }
      throw new AdyenSilence('Adyen does not answer');
    }
  }
}

/** A key has at most 64 characters. */
export function toIdempotencyKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A request with an unreadable response may have had its effect. */
function readAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
  const read = schema.safeParse(text === '' ? {} : parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AdyenSilence(`Adyen's response is not as described: ${issue?.path.join('.')} ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
