import { Refusal } from '../../../domain/platform/errors/refusal';
import { isLater, parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { readAmountFilter } from '../../../domain/platform/money/amount-filter';

/** An empty page, which a key gets for another party. */
export const EMPTY_PAGE = { result: [] };

/** Whether a filter names another party than the key's. */
export function isForeign(partyID: string, filter: string | undefined): boolean {
  return filter !== undefined && filter !== partyID;
}

/** Filters by creation time and amount in a request. */
export interface WireRanges {
  createdAtFrom?: string;
  createdAtTo?: string;
  amountFrom?: number;
  amountTo?: number;
}

/** The same filters for the database; both ends are inclusive. */
export interface Ranges {
  createdAtFrom: Date | undefined;
  createdAtTo: Date | undefined;
  amountFromMinor: bigint | undefined;
  amountToMinor: bigint | undefined;
}

const FILTERED = { code: 'badFilter', minimum: 0 } as const;

/** @throws Refusal badFilter for an invalid date, an amount below zero or a range that ends before it begins */
export function toRanges({ createdAtFrom, createdAtTo, amountFrom, amountTo }: WireRanges): Ranges {
  const ranges = {
    createdAtFrom: parseDateFilter(createdAtFrom, 'createdAtFrom'),
    createdAtTo: parseDateFilter(createdAtTo, 'createdAtTo'),
    amountFromMinor: readAmountFilter('amountFrom', amountFrom, FILTERED),
    amountToMinor: readAmountFilter('amountTo', amountTo, FILTERED),
  };
  assertForward(ranges.createdAtFrom, ranges.createdAtTo, { place: 'createdAtTo', isAfter: isLater });
  assertForward(ranges.amountFromMinor, ranges.amountToMinor, {
    place: 'amountTo',
    isAfter: (from, to) => from > to,
  });
  return ranges;
}

/** Parses a filter's time. @throws Refusal badFilter if it does not exist in the calendar */
export function parseDateFilter(text: string, place: string): Date;
export function parseDateFilter(text: string | undefined, place: string): Date | undefined;
export function parseDateFilter(text: string | undefined, place: string): Date | undefined {
  if (text === undefined) return undefined;
  const date = parseRfc3339(text);
  if (!date) throw new Refusal('badFilter', 'is not a moment of the calendar', { place });
  return date;
}

/** Parses a body's time. @throws Refusal invalidRequest if it does not exist in the calendar */
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
