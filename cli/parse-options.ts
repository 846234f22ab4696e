import { parseRfc3339 } from '../domain/platform/rfc3339/rfc3339';

/** Parses a positive count. @throws Error that names the option */
export function parseInteger(text: string, { name, max }: { name: string; max: number }): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${name}: ${text} is not a positive whole number`);
  if (Number(text) > max) throw new Error(`${name}: at most ${max}`);
  return Number(text);
}

/** Validates an RFC 3339 time. @throws Error that names the option */
export function parseTime(text: string, name: string): string {
  if (parseRfc3339(text)) return text;
  throw new Error(`${name}: ${text} is not a time such as 2026-11-21T10:00:00Z`);
}

const UNIT_SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;

/** Parses a duration in seconds: `30m`, `12h`, `90d`. @throws Error that names the option */
export function parseDuration(text: string, name: string, max = Infinity): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`${name}: ${text} is not a duration such as 30m, 12h or 90d`);
  const seconds = Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
  if (seconds > max) throw new Error(`${name} must be at most ${max / UNIT_SECONDS.d}d`);
  return seconds;
}

/** Parses a future time: a duration from now, or RFC 3339. @throws Error that names the option */
export function parseFutureTime(text: string, name: string): Date {
  const moment = parseRfc3339(text) ?? new Date(Date.now() + parseDuration(text, name) * 1_000);
  if (moment.getTime() > Date.now()) return moment;
  throw new Error(`${name}: ${text} is past`);
}

const MAX_REASON = 200;

/** Applies the rules of the operators' API. @throws Error */
export function assertReason(reason: string): void {
  if (reason.trim() === '') throw new Error('--reason must not be empty');
  if (reason.length > MAX_REASON) throw new Error(`--reason must have at most ${MAX_REASON} characters`);
}
