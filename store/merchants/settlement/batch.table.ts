import { selectList, type Columns } from '../../postgres/columns';

/** What a shop is owed up to a day, closed once and never changed after it. Amounts are in minor units. */
export interface BatchRow {
  id: string;
  partyID: string;
  shopID: string;
  currency: string;
  /** 1 for the first batch of the shop in the currency. */
  number: number;
  /** The last day (`YYYY-MM-DD`) on which its lines became available. */
  untilDay: string;
  begunAt: Date;
  /** Null while lines are added. */
  closedAt: Date | null;
  openingMinor: bigint;
  lineCount: number | null;
  netMinor: bigint | null;
  /** Opening, lines and payout. */
  closingMinor: bigint | null;
}

const { untilDay: _, ...NAMED } = {
  id: 'id',
  partyID: 'party_id',
  shopID: 'shop_id',
  currency: 'currency',
  number: 'number',
  untilDay: 'until_day',
  begunAt: 'begun_at',
  closedAt: 'closed_at',
  lineCount: 'line_count',
} satisfies Partial<Columns<BatchRow>>;

export const BATCH = `${selectList(NAMED, 'b')}, b.until_day::text AS "untilDay", b.opening::bigint AS "openingMinor",
  b.net::bigint AS "netMinor", b.closing::bigint AS "closingMinor"`;
