import type { LookupFunction } from 'node:net';
import { isUtf8 } from 'node:buffer';
import { Pool } from 'undici';
import { isDecided } from '../card-errors';
import type { CardTransport } from '../card-transport';
import { ConnectorMisuse, ConnectorUnavailable, type OperationRequest } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { parseJson, UNSENT_CODES } from '../acquirer-http';
import { sandboxAuthorization } from './sandbox.cards';
import { parseSandboxAnswer, type SandboxAnswer } from './sandbox-answer';

/** Connections of the pool. */
const MAX_SOCKETS = 32;

/** The sandbox's pool is closed by ourselves before a request is sent. */
const UNSENT: ReadonlySet<string> = new Set([...UNSENT_CODES, 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

/** A response, an unknown operation, or nothing conclusive. */
export type Reply = { kind: 'answer'; answer: SandboxAnswer } | { kind: 'notFound' } | { kind: 'none' };

interface SandboxRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

type Wait = Pick<OperationRequest, 'timeoutMs' | 'signal'> & { cardTransport?: CardTransport | undefined };

/** A client of the sandbox's HTTP API with keep-alive connections. */
export class SandboxClient {
  private readonly pool: Pool;
  private readonly authorization: string;
  private readonly origin: string;

  constructor({ url, secret, lookup }: { url: string; secret: string; lookup?: LookupFunction | undefined }) {
    this.origin = new URL(url).origin;
    this.pool = new Pool(this.origin, { connections: MAX_SOCKETS, keepAliveTimeout: 30_000, connect: { lookup } });
    this.authorization = sandboxAuthorization(secret);
  }

  /** Sends an operation. @throws ConnectorUnavailable if it certainly did nothing, ConnectorMisuse if it never will */
  async operate(operation: object, wait: Wait): Promise<Reply> {
    return this.call({ method: 'POST', path: '/operations', body: JSON.stringify(operation, amountsAsNumbers) }, wait);
  }

  async lookUp({ operationID, ...wait }: OperationRequest): Promise<Reply> {
    return this.call({ method: 'GET', path: `/operations/${encodeURIComponent(operationID)}` }, wait);
  }

  /** Requests a list; returns its text, or undefined without one. @throws as `operate` */
  async list(path: string, wait: Wait): Promise<string | undefined> {
    const { statusCode, body } = await this.send({ method: 'GET', path }, wait);
    if (statusCode === 200) return body;
    toReply(statusCode, body);
    return undefined;
  }

  /** Closes the connections after pending requests. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private async call(request: SandboxRequest, wait: Wait): Promise<Reply> {
    wait.signal?.throwIfAborted();
    try {
      const { statusCode, body } = await this.send(request, wait);
      return toReply(statusCode, body);
    } catch (error) {
      return toFailureReply(error);
    }
  }

  private async send(request: SandboxRequest, wait: Wait): Promise<{ statusCode: number; body: string }> {
    const headers = { authorization: this.authorization, 'content-type': 'application/json' };
    const { cardTransport, ...waiting } = wait;
    if (cardTransport) {
      const { path, body = '' } = request;
      const sent = { method: 'POST', url: this.origin + path, headers, body, ...waiting } as const;
      const response = await cardTransport.send(sent);
      return { statusCode: response.status, body: response.body };
    }
    const timer = new AbortController();
    const abort = () => timer.abort();
    const timeout = setTimeout(abort, wait.timeoutMs);
    wait.signal?.addEventListener('abort', abort);
    try {
      const response = await this.pool.request({ ...request, headers, signal: timer.signal });
      return { statusCode: response.statusCode, body: await readText(response.body) };
    } finally {
      clearTimeout(timeout);
      wait.signal?.removeEventListener('abort', abort);
    }
  }
}

/** Longer responses and responses that are not UTF-8 are invalid. */
const MAX_RESPONSE_BYTES = 1_048_576;

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MAX_RESPONSE_BYTES) return '';
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}

function toReply(statusCode: number, body: string): Reply {
  switch (statusCode) {
    case 200: {
      const answer = parseSandboxAnswer(parseJson(body));
      return answer ? { kind: 'answer', answer } : { kind: 'none' };
    }
    // Only the sandbox's own statement counts: a proxy may have forwarded the request, and both results permit sending it
    // again, even to another connector.
    case 404:
      return hasErrorCode(body, 'notFound') ? { kind: 'notFound' } : { kind: 'none' };
    case 401:
    case 503:
      if (!hasErrorCode(body, statusCode === 401 ? 'unauthorised' : 'temporarilyUnavailable')) return { kind: 'none' };
      throw new ConnectorUnavailable(`The connector answers ${statusCode}`);
    case 400:
      throw new ConnectorRejection('The connector answers 400', { code: 'malformedRequest' });
    case 409:
    case 413:
      throw new ConnectorMisuse(`The connector answers ${statusCode}`);
    default:
      return { kind: 'none' };
  }
}

function hasErrorCode(body: string, error: string): boolean {
  const parsed = parseJson(body);
  return typeof parsed === 'object' && parsed !== null && 'error' in parsed && parsed.error === error;
}

function toFailureReply(error: unknown): Reply {
  if (isDecided(error)) throw error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && UNSENT.has(code)) {
    throw new ConnectorUnavailable(`The connector cannot be reached: ${code}`, { isUnsent: true });
  }
  return { kind: 'none' };
}

function amountsAsNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ConnectorMisuse('The amount does not fit the connector');
  return Number(value);
}
