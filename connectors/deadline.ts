import { ConnectorUnavailable, type Unknown } from './connector';

/** The time that one operation of a connector may take. All its HTTP calls share it. */
export class Deadline {
  private readonly endsAtMs: number;

  constructor(timeoutMs: number) {
    this.endsAtMs = performance.now() + timeoutMs;
  }

  /** The timeout of the next HTTP call. @throws ConnectorUnavailable when no time is left: the call is not sent */
  leftMs(): number {
    const leftMs = Math.floor(this.endsAtMs - performance.now());
    if (leftMs <= 0) throw new ConnectorUnavailable('No time is left for another call of the operation');
    return leftMs;
  }

  /** Answers `unknown` when the deadline or the signal comes before the work has ended, whatever the HTTP client does. */
  async limit<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result | Unknown> {
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(this.endsAtMs - performance.now())));
    const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const ended = new Promise<Unknown>((resolve) => {
      end.addEventListener('abort', () => resolve({ kind: 'unknown' }), { once: true });
    });
    return Promise.race([work, ended]);
  }
}
