/** Recent requests of an account; the counts decay exponentially. */
export interface AccountHealth {
  requestCount: number;
  failureCount: number;
  observedAt: Date;
  /** Until when new operations are routed elsewhere, if possible. */
  passedOverUntil: Date | null;
}

/** When an account is passed over, and for how long. */
export interface CircuitSettings {
  /** Share of technical failures from which it is passed over. */
  failurePercent: number;
  /** With fewer recent requests it is never passed over. */
  minRequests: number;
  /** How long a request counts as recent. */
  windowMs: number;
  passOverMs: number;
}

/** Requests of one process since its last report. */
export interface ObservedRequests {
  requestCount: number;
  failureCount: number;
}

/**
 * Adds requests to the health of an account. Requests of a passed-over account do not prolong its pause; after it the account
 * is judged by new requests only.
 */
export function observeHealth(
  before: AccountHealth | undefined,
  { observed, now }: { observed: ObservedRequests; now: Date },
  { failurePercent, minRequests, windowMs, passOverMs }: CircuitSettings,
): AccountHealth {
  const passedOverUntil = before?.passedOverUntil ?? null;
  if (passedOverUntil && passedOverUntil > now) {
    return { requestCount: 0, failureCount: 0, observedAt: now, passedOverUntil };
  }
  const ageMs = before ? Math.max(0, now.getTime() - before.observedAt.getTime()) : 0;
  const left = Math.exp(-ageMs / windowMs);
  const requestCount = (before?.requestCount ?? 0) * left + observed.requestCount;
  const failureCount = (before?.failureCount ?? 0) * left + observed.failureCount;
  const isFailing = requestCount >= minRequests && failureCount * 100 >= requestCount * failurePercent;
  if (!isFailing) return { requestCount, failureCount, observedAt: now, passedOverUntil };
  const until = new Date(now.getTime() + passOverMs);
  return { requestCount: 0, failureCount: 0, observedAt: now, passedOverUntil: until };
}
