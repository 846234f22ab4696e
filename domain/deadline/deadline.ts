import { Refusal } from '../errors/refusal';
import { isWithinReach, parseRfc3339 } from '../rfc3339/rfc3339';

const RELATIVE = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** What an instant given by a caller turned out to be: a moment, or why it is none. */
export type ParsedDeadline = { at: Date } | { problem: 'unreadable' | 'past' | 'too far away' };

/**
 * Reads a deadline: an RFC 3339 date-time, or a number with `ms`, `s` or `m` counted from `now` (fractions allowed).
 * The source of the rule is the payments document, § 1 (X-Request-Deadline), used for processingDeadline too.
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

/** The longest that the header may be; the documents' rule. */
const MAX_HEADER_LENGTH = 40;

/** The longest that a request may ask the API to work. */
export const MAX_REQUEST_DEADLINE_MS = 60_000;

/**
 * When a request must be answered; without the header, after the longest time allowed.
 * @throws Refusal invalidDeadline where the header is unreadable, too long or past.
 */
export function requestDeadline(header: string | undefined, now: Date): Date {
  const longest = new Date(now.getTime() + MAX_REQUEST_DEADLINE_MS);
  if (header === undefined) return longest;
  const parsed = header.length > MAX_HEADER_LENGTH ? ({ problem: 'too long' } as const) : parseDeadline(header, now);
  if ('problem' in parsed) {
    if (parsed.problem === 'too far away') return longest;
    throw new Refusal('invalidDeadline', `X-Request-Deadline is ${parsed.problem}`, { place: 'X-Request-Deadline' });
  }
  return parsed.at < longest ? parsed.at : longest;
}
