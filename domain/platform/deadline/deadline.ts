import { Refusal } from '../errors/refusal';
import { isWithinReach, parseRfc3339 } from '../rfc3339/rfc3339';

const RELATIVE = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** A caller's deadline, or the reason it is invalid. */
export type ParsedDeadline = { at: Date } | { problem: 'unreadable' | 'past' | 'too far away' };

/**
 * Parses an RFC 3339 date-time or a duration in `ms`, `s` or `m` relative to `now`.
 * Rule: the payments document, § 1 (X-Request-Deadline), applied to processingDeadline too.
 */
export function parseDeadline(text: string, now: Date): ParsedDeadline {
  const at = readDeadline(text, now);
  if (!at || Number.isNaN(at.getTime())) return { problem: 'unreadable' };
  if (at.getTime() <= now.getTime()) return { problem: 'past' };
  return isWithinReach(at, now) ? { at } : { problem: 'too far away' };
}

function readDeadline(text: string, now: Date): Date | undefined {
  const relative = RELATIVE.exec(text);
  if (!relative) return parseRfc3339(text.replace(' ', 'T'));
  return new Date(now.getTime() + Number(relative[1]) * UNIT_MS[relative[2] as keyof typeof UNIT_MS]);
}

const MAX_HEADER_LENGTH = 40;

/** The longest time that the API works on a request. */
export const MAX_REQUEST_DEADLINE_MS = 60_000;

/**
 * Returns the deadline of a request; without the header, the maximum.
 * @throws Refusal invalidDeadline for a header that is unreadable, too long or past
 */
export function requestDeadline(header: string | undefined, now: Date): Date {
  const maxDeadline = new Date(now.getTime() + MAX_REQUEST_DEADLINE_MS);
  if (header === undefined) return maxDeadline;
  const parsed = header.length > MAX_HEADER_LENGTH ? ({ problem: 'too long' } as const) : parseDeadline(header, now);
  if ('problem' in parsed) {
    if (parsed.problem === 'too far away') return maxDeadline;
    throw new Refusal('invalidDeadline', `X-Request-Deadline is ${parsed.problem}`, { place: 'X-Request-Deadline' });
  }
  return parsed.at < maxDeadline ? parsed.at : maxDeadline;
}
