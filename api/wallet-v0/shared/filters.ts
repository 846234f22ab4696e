import { Refusal } from '../../../domain/errors/refusal';
import { isLater, parseRfc3339 } from '../../../domain/rfc3339/rfc3339';
import { amountFromWire } from '../../../domain/money/money';

/** The part of a listing that nobody's things are in: what a key gets for another party. */
export const EMPTY_PAGE = { result: [] };

/** Whether a filter asks for a party that the key does not act for; its things are as good as none. */
export function isForeign(partyID: string, filter: string | undefined): boolean {
  return filter !== undefined && filter !== partyID;
}

/** Filters by time of creation and amount, as requests write them. */
export interface WireRanges {
  createdAtFrom?: string;
  createdAtTo?: string;
  amountFrom?: number;
  amountTo?: number;
}

/** The same as the record understands them. Both ends belong to their range. */
export interface Ranges {
  createdAtFrom: Date | undefined;
  createdAtTo: Date | undefined;
  amountFromMinor: bigint | undefined;
  amountToMinor: bigint | undefined;
}

/** @throws Refusal badFilter where a range ends before it begins, or a date is none */
export function toRanges({ createdAtFrom, createdAtTo, amountFrom, amountTo }: WireRanges): Ranges {
  const ranges = {
    createdAtFrom: parseDateFilter(createdAtFrom, 'createdAtFrom'),
    createdAtTo: parseDateFilter(createdAtTo, 'createdAtTo'),
    amountFromMinor: amountFrom === undefined ? undefined : amountFromWire(amountFrom),
    amountToMinor: amountTo === undefined ? undefined : amountFromWire(amountTo),
  };
  assertForward(ranges.createdAtFrom, ranges.createdAtTo, { place: 'createdAtTo', isAfter: isLater });
  assertForward(ranges.amountFromMinor, ranges.amountToMinor, {
    place: 'amountTo',
    isAfter: (from, to) => from > to,
  });
  return ranges;
}

/** A moment of a request. @throws Refusal badFilter where the calendar does not have it */
export function parseDateFilter(text: string, place: string): Date;
export function parseDateFilter(text: string | undefined, place: string): Date | undefined;
export function parseDateFilter(text: string | undefined, place: string): Date | undefined {
  if (text === undefined) return undefined;
  const date = parseRfc3339(text);
  if (!date) throw new Refusal('badFilter', 'is not a moment of the calendar', { place });
  return date;
}

/** A moment of a body, whose schema it breaks where the calendar does not have it. @throws Refusal invalidRequest */
export function parseBodyDate(text: string, place: string): Date {
  const date = parseRfc3339(text);
  if (!date) throw new Refusal('invalidRequest', 'is not a moment of the calendar', { place });
  return date;
}

function assertForward<Value>(
  from: Value | undefined,
  to: Value | undefined,
  { place, isAfter }: { place: string; isAfter: (from: Value, to: Value) => boolean },
): void {
  if (from !== undefined && to !== undefined && isAfter(from, to)) {
    throw new Refusal('badFilter', 'the range ends before it begins', { place });
  }
}
