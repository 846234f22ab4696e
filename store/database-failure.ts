/**
 * The record could not do what it was asked, and has not: nothing of the transaction stands. It may be asked again, at
 * once where `isRetryable` (another transaction was in the way, or a connection that has died), otherwise later.
 */
export class DatabaseUnavailable extends Error {
  readonly isRetryable: boolean;

  constructor(cause: unknown, { isRetryable = false } = {}) {
    super('the record is not available', { cause });
    this.name = 'DatabaseUnavailable';
    this.isRetryable = isRetryable;
  }
}

/** The connection was lost while the answer to a commit was awaited: what was asked may have been done or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the record was lost before it said what it did', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** Serialisation failure, deadlock: PostgreSQL has undone one of two transactions that stood in each other's way. */
const CONTENTION = new Set(['40001', '40P01']);

/** A server that is up and will not do it now: statement timeout, no resources left, a standby that takes no writes. */
const TEMPORARILY_REFUSED = /^(57014|55P03|25006|53...)$/;

/** The server ended the connection: shutdown, crash, recovery, a database that was dropped, too long idle. */
const ENDED = /^(57P0.|25P0[34]|08...)$/;

/** What the socket and the driver say of a connection that is no more. The driver's own errors have no code. */
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const BROKEN_MESSAGES = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

/** Tells whether a connection is no longer good for anything. */
export function isConnectionLost(error: unknown): boolean {
  // Not by its class: an error of the system is of another realm's where code runs in a context of its own.
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return ENDED.test(code) || BROKEN.test(code) || BROKEN_MESSAGES.test(message);
}

/**
 * What an error of the record means to whoever asked. `mayBeDone` tells whether a commit had been sent. Errors that are
 * about what was asked (a violated constraint) are given back as they are.
 */
export function classifyFailure(error: unknown, { mayBeCommitted }: { mayBeCommitted: boolean }): unknown {
  if (isConnectionLost(error)) {
    return mayBeCommitted ? new OutcomeUnknown(error) : new DatabaseUnavailable(error, { isRetryable: true });
  }
  const { code = '' } = (error ?? {}) as { code?: string };
  if (CONTENTION.has(code)) return new DatabaseUnavailable(error, { isRetryable: true });
  return TEMPORARILY_REFUSED.test(code) ? new DatabaseUnavailable(error) : error;
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

/**
 * Runs work that leaves nothing behind where it fails, and runs it again where that is worth it. Pauses are drawn at
 * random, so that two transactions which met once do not meet again.
 */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isRepeated = error instanceof DatabaseUnavailable && error.isRetryable && attempt < MAX_ATTEMPTS;
      if (!isRepeated) throw error;
    }
    const longestMs = FIRST_PAUSE_MS * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
  }
}
