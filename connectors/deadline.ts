import { ConnectorUnavailable, type Unknown } from './connector';

/** The deadline of an operation, shared by its HTTP calls. */
export class Deadline {
  private readonly endsAtMs: number;

  constructor(timeoutMs: number) {
    this.endsAtMs = performance.now() + timeoutMs;
  }

  /** Returns the timeout of the next HTTP call. @throws ConnectorUnavailable if no time is left */
  leftMs(): number {
    const leftMs = Math.floor(this.endsAtMs - performance.now());
    if (leftMs <= 0) throw new ConnectorUnavailable('No time is left for another call of the operation');
    return leftMs;
  }

  /** Resolves to `unknown` at the deadline or abort, regardless of the HTTP client. */
  async limit<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result | Unknown> {
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(this.endsAtMs - performance.now())));
    const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const ended = new Promise<Unknown>((resolve) => {
      end.addEventListener('abort', () => resolve({ kind: 'unknown' }), { once: true });
    });
    return Promise.race([work, ended]);
  }
}
