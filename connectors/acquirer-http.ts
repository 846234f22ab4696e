import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { z } from 'zod';
import { isDecided } from './card-errors';
import type { CardTransport } from './card-transport';
import { ConnectorUnavailable } from './connector';
import { ConnectorRejection } from './connector-rejection';

const MAX_SOCKETS = 32;
/** Of a response whose content is not read. */
const MAX_IGNORED_BYTES = 16_384;

/** Errors of requests that were certainly not sent; others may occur after sending. */
export const UNSENT_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ADDRESS_REFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The request may have had its effect. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface RefusedRequest {
  code: string;
  /** Of HTTP. */
  status: number;
  /** The names of the fields that it refuses. */
  fields?: readonly string[];
  /** Whether the key belongs to another request, which may have had its effect. */
  isKeyUsed?: boolean;
}

/** The acquirer refuses the request: its fields, or the state of the object. */
export class AcquirerRefusal extends ConnectorRejection {
  constructor(
    message: string,
    readonly refused: RefusedRequest,
  ) {
    super(message, { code: refused.code, parameter: refused.fields?.[0] });
  }
}

/** What an acquirer does not have is undefined. */
export async function orMissing<Found>(
  found: Promise<Found>,
  isMissing: (refused: RefusedRequest) => boolean,
): Promise<Found | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof AcquirerRefusal && isMissing(error.refused)) return undefined;
    throw error;
  });
}

export interface HttpCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the address of the API. */
  path: string;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Sends a POST that holds a card. */
  cardTransport?: CardTransport | undefined;
}

export interface AcquirerAnswer {
  status: number;
  text: string;
}

/** HTTP requests to the API of one acquirer, directly or through the vault. */
export class AcquirerHttp {
  private readonly pool: Pool;
  private readonly origin: string;
  private readonly basePath: string;

  /** @param acquirer its name in errors */
  constructor(
    private readonly acquirer: string,
    { url, lookup }: { url: string; lookup?: LookupFunction | undefined },
  ) {
    const address = new URL(url);
    this.origin = address.origin;
    this.pool = new Pool(this.origin, { connections: MAX_SOCKETS, keepAliveTimeout: 30_000, connect: { lookup } });
    this.basePath = address.pathname.replace(/\/$/, '');
  }

  /** @throws ConnectorUnavailable if the acquirer certainly did nothing, NoAnswer otherwise */
  async send({ method, query = {}, body = '', ...call }: HttpCall): Promise<AcquirerAnswer> {
    const { headers, timeoutMs, signal, cardTransport } = call;
    const path = this.basePath + call.path;
    try {
      if (cardTransport) {
        const url = this.origin + path;
        const response = await cardTransport.send({ method: 'POST', url, headers, body, timeoutMs, signal });
        return { status: response.status, text: response.body };
      }
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await this.pool.request({
        ...{ method, path, headers, body: body === '' ? null : body },
        query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      if (isDecided(error)) throw error;
      const { code = '' } = error as { code?: string };
      if (UNSENT_CODES.has(code)) {
        throw new ConnectorUnavailable(`${this.acquirer} cannot be reached: ${code}`, { isUnsent: true });
      }
      throw new NoAnswer(`${this.acquirer} does not answer`);
    }
  }

  /**
   * Reads a file as it comes, without its content if it is larger. Redirects are answers, so that headers go nowhere else.
   * @throws ConnectorUnavailable if it did not come as a whole
   */
  async download({
    path,
    headers,
    timeoutMs,
    maxBytes,
    signal,
  }: Pick<HttpCall, 'path' | 'headers' | 'timeoutMs' | 'signal'> & { maxBytes: number }): Promise<{
    status: number;
    content?: Buffer;
  }> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
    try {
      const { statusCode: status, body } = await this.pool.request({
        ...{ method: 'GET', path: this.basePath + path, headers, signal: limit },
      });
      if (status !== 200) {
        await body.dump({ limit: MAX_IGNORED_BYTES });
        return { status };
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      // Leaving the loop closes the connection.
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > maxBytes) return { status };
        chunks.push(chunk);
      }
      return { status, content: Buffer.concat(chunks) };
    } catch (error) {
      const { code = 'no answer in time' } = error as { code?: string };
      throw new ConnectorUnavailable(`${this.acquirer} sent no whole file: ${code}`);
    }
  }

  /** Reads a response by a schema. @throws NoAnswer */
  read<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
    const read = schema.safeParse(text === '' ? {} : parseJson(text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new NoAnswer(
      `the response of ${this.acquirer} is not as described: ${issue?.path.join('.')} ${issue?.message}`,
    );
  }
}

/** The idempotency key of an operation, whose id has up to 200 characters; acquirers take 64. */
export function toIdempotencyKey(operationID: string): string {
  return createHash('sha256').update(operationID).digest('hex');
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
