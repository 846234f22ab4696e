/** Nothing was committed. The work may be retried: at once if `isRetryable`, otherwise later. */
export class DatabaseUnavailable extends Error {
  readonly isRetryable: boolean;

  constructor(cause: unknown, { isRetryable = false } = {}) {
    super('the database is not available', { cause });
    this.name = 'DatabaseUnavailable';
    this.isRetryable = isRetryable;
  }
}

/** The connection was lost before the response to a commit: it may be committed or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the database connection was lost before the commit was confirmed', { cause });
    this.name = 'OutcomeUnknown';
  }
}

const READ_ONLY = '25006';

/** The connection leads to a server that takes no writes: a standby, or a former primary. */
export function isReadOnly(error: unknown): boolean {
  return ((error ?? {}) as { code?: string }).code === READ_ONLY;
}

const CONTENTION_CODES = new Set(['40001', '40P01']);

/** Statement timeout, lock timeout, exhausted resources. */
const TEMPORARILY_REFUSED = /^(57014|55P03|53...)$/;

/** The server closed the connection: shutdown, crash, recovery, dropped database, idle timeout. */
const CONNECTION_CLOSED = /^(57P0.|25P0[34]|08...)$/;

/** Errors of the socket and of the driver, whose own errors have no code. */
const SOCKET_ERRORS = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const DRIVER_MESSAGES = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

export function isConnectionLost(error: unknown): boolean {
  // Not by class: system errors of another realm (a vm context) are no instances.
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return CONNECTION_CLOSED.test(code) || SOCKET_ERRORS.test(code) || DRIVER_MESSAGES.test(message);
}

/** Classifies a database error. Errors about the request itself (a violated constraint) are returned unchanged. */
export function classifyFailure(error: unknown, { mayBeCommitted }: { mayBeCommitted: boolean }): unknown {
  if (isConnectionLost(error)) {
    return mayBeCommitted ? new OutcomeUnknown(error) : new DatabaseUnavailable(error, { isRetryable: true });
  }
  const { code = '' } = (error ?? {}) as { code?: string };
  // Nothing of a transaction with this error is committed.
  if (isReadOnly(error) || CONTENTION_CODES.has(code)) return new DatabaseUnavailable(error, { isRetryable: true });
  return TEMPORARILY_REFUSED.test(code) ? new DatabaseUnavailable(error) : error;
}

const MAX_ATTEMPTS = 5;
const BASE_DELAY_MS = 20;

/** Retries work that has no effect when it fails, with random backoff so that two conflicting transactions do not meet again. */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isUnavailable = error instanceof DatabaseUnavailable && error.isRetryable;
      // A new connection to a server that takes no writes has the same result.
      const isRetried = isUnavailable && attempt < (isReadOnly(error.cause) ? 2 : MAX_ATTEMPTS);
      if (!isRetried) throw error;
    }
    const maxDelayMs = BASE_DELAY_MS * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxDelayMs));
  }
}
