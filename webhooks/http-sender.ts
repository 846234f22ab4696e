import { Agent, errors, request, type Dispatcher } from 'undici';
import { CONTENT_SIGNATURE_HEADER } from '../domain/delivery/webhook/content-signature';
import { FIXED_HEADERS } from '../domain/delivery/webhook/message-headers';
import type { QueueAttempt } from '../store/delivery/webhook/attempt.record';
import { MAX_CONNECTIONS_PER_HOST } from './delivery-concurrency';
import { EgressPolicy } from '../runtime/egress/egress-policy';
import { guardedConnect, type Resolver } from '../runtime/egress/ssrf-guard';

/** A signed message. */
export interface OutgoingMessage {
  url: string;
  /** The exact signed bytes. */
  body: Buffer;
  contentSignature: string;
  headers?: Readonly<Record<string, string>>;
}

/** How long an endpoint may take from the connection to the status. Source: both API documents. */
export const ANSWER_TIMEOUT_MS = 10_000;

type Outcome = Pick<QueueAttempt, 'status' | 'error' | 'answer'>;

const KEPT_ANSWER_BYTES = 1_024;
/** How long the rest of a response is read for operators. */
const REST_OF_ANSWER_MS = 1_000;
/** Below the 5 s of Node servers, so that connections are seldom closed under a message. */
const KEEP_ALIVE_MS = 3_000;

/** Sends messages by HTTP. Every failure at an endpoint is a failed attempt. */
export class HttpSender {
  private readonly agent: Agent;

  /** @param given.resolver resolves host names; default: the operating system */
  constructor({ allowedNetworks, resolver }: { allowedNetworks: readonly string[]; resolver?: Resolver }) {
    this.agent = new Agent({
      connect: guardedConnect(new EgressPolicy(allowedNetworks), { timeoutMs: ANSWER_TIMEOUT_MS, resolver }),
      connections: MAX_CONNECTIONS_PER_HOST,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16_384,
    });
  }

  /**
   * @param options.stop aborts the delivery: the only reason to throw
   * @param options.now the clock of attempts
   */
  async send(
    message: OutgoingMessage,
    { stop, now = () => new Date() }: { stop?: AbortSignal; now?: () => Date } = {},
  ): Promise<QueueAttempt> {
    const startedAt = now();
    const began = performance.now();
    const abort = new AbortController();
    const end = (): void => abort.abort();
    const timer = setTimeout(end, ANSWER_TIMEOUT_MS);
    stop?.addEventListener('abort', end, { once: true });
    try {
      stop?.throwIfAborted();
      const outcome = await this.exchange(message, abort.signal).catch((error: unknown) => {
        stop?.throwIfAborted();
        return { status: null, error: errorName(error), answer: null };
      });
      return { startedAt, durationMs: Math.round(performance.now() - began), ...outcome };
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async exchange(message: OutgoingMessage, signal: AbortSignal): Promise<Outcome> {
    const response = await this.post(message, signal).catch((error: unknown) => {
      if (!wasClosedWhileIdle(error)) throw error;
      return this.post(message, signal);
    });
    return { status: response.statusCode, error: null, answer: await getPrefix(response.body) };
  }

  private post(
    { url, body, contentSignature, headers }: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return request(url, {
      dispatcher: this.agent,
      method: 'POST',
      headers: {
        ...FIXED_HEADERS,
        [CONTENT_SIGNATURE_HEADER]: contentSignature,
        ...headers,
      },
      body,
      signal,
    });
  }
}

/** A server may close an idle connection while it is reused. The message is then sent again within the same attempt. */
function wasClosedWhileIdle(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
}

/** The beginning of the rest of a response, for operators. The status counts without it. */
async function getPrefix(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  const tooLate = setTimeout(() => body.destroy(), REST_OF_ANSWER_MS);
  await new Promise<void>((resolve) => {
    if (body.destroyed) resolve();
    body.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > KEPT_ANSWER_BYTES) body.destroy();
    });
    body.on('error', () => undefined).once('close', resolve);
  });
  clearTimeout(tooLate);
  if (length === 0) return null;
  const text = Buffer.concat(parts).subarray(0, KEPT_ANSWER_BYTES).toString('utf8');
  return text.replaceAll('\0', '\uFFFD');
}

/** The error code (ECONNREFUSED, CERT_HAS_EXPIRED …); a message could quote the payload. */
function errorName(error: unknown): string {
  const { name = '', code } = error as { name?: string; code?: unknown };
  if (name === 'AbortError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'TIMEOUT';
  return typeof code === 'string' ? code : name || 'UNKNOWN';
}
