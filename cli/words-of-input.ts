import { parseRfc3339 } from '../domain/rfc3339/rfc3339';

/** Reads a count that was typed. @throws Error that names the option */
export function wholeNumber(text: string, { name, most }: { name: string; most: number }): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name}: ${text} is not a positive whole number`);
  if (Number(text) > most) throw new Error(`${name}: at most ${most}`);
  return Number(text);
}

/** What a range begins or ends with: an event, or a moment. */
export type Bound = { eventID: bigint } | { time: Date };

/** Reads the id of an event or a moment by RFC 3339. @throws Error that names the option */
export function boundOf(text: string, name: string): Bound {
  if (/^[1-9]\d{0,17}$/.test(text)) return { eventID: BigInt(text) };
  const time = parseRfc3339(text);
  if (time) return { time };
  throw new Error(`${name}: ${text} is neither the eventID of a message nor a time such as 2026-11-21T10:00:00Z`);
}
