import {
  isDelayed,
  readTransferID,
  type BalanceTransaction,
} from '../../../domain/merchants/settlement/balance-transaction';
import { availableOn } from '../../../domain/merchants/settlement/available-on';
import { getBusinessDay } from '../../../domain/merchants/settlement/business-day';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import type { PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { statement, type Database } from '../../postgres/database';
import { listByID } from '../../postgres/readers';
import { settlementAccountIDs } from '../../platform/ledger/accounts';
import { isFee, vatOf } from './fee-lines';
import { findLastClose } from './settled-shops';

/** A shop's money in one currency. */
export interface Settlement {
  shopID: string;
  currency: string;
}

/** A transfer as a line of a shop, with what decides when it is available. */
export type BalanceLine = Omit<BalanceTransaction, 'vatMinor' | 'netMinor' | 'currency' | 'batchID' | 'text'>;

export interface LineRow {
  id: string;
  gross: bigint;
  fee: bigint;
  createdAt: Date;
  tool: PaymentToolDetails['type'] | null;
  connector: string | null;
}

/**
 * The posted transfers of a shop's settlement accounts, $1, from $2 on. The withheld fee of a capture is posted in its transaction and is part of its
 * line; so the lines sum to the balance of the accounts.
 */
const MOVED = `
  SELECT t.id, t.amount, coalesce(f.amount, 0) AS withheld, t.created_at
  FROM ledger_transfers t
  LEFT JOIN ledger_transfers f ON f.id = regexp_replace(t.id, '/capture$', '/fee') AND f.id <> t.id AND f.debit_account_id = ANY ($1::text[])
  WHERE t.credit_account_id = ANY ($1::text[]) AND t.kind IN ('posted', 'post') AND t.created_at >= $2::timestamptz
  UNION ALL
  SELECT t.id, - t.amount, 0, t.created_at
  FROM ledger_transfers t
  WHERE t.debit_account_id = ANY ($1::text[]) AND t.kind IN ('posted', 'post') AND t.created_at >= $2::timestamptz
    AND t.id NOT LIKE 'payment/%/fee'`;

/** Those transfers as lines. */
export const SIDES = `
  SELECT s.*, ${vatOf({ id: 's.id', fee: 's.fee', at: 's.created_at', shopID: `split_part(($1::text[])[1], '/', 2)` })} AS vat
  FROM (
    SELECT m.id, CASE WHEN ${isFee('m.id')} THEN 0 ELSE m.amount END AS gross,
      CASE WHEN ${isFee('m.id')} THEN - m.amount ELSE m.withheld END AS fee, m.created_at
    FROM (${MOVED}) m
  ) s`;

const OPEN_LINES = statement<LineRow>(
  'settlement-open-lines',
  `SELECT side.id, side.gross, side.fee, side.created_at AS "createdAt", p.tool_type AS tool, p.connector
   FROM (${SIDES}) side
   LEFT JOIN payments p ON side.id LIKE 'payment/%' AND p.invoice_id = split_part(split_part(side.id, '/', 2), '.', 1)
     AND p.id = split_part(split_part(side.id, '/', 2), '.', 2)
   WHERE (side.created_at, side.id) > ($2::timestamptz, $3)
     AND NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.transfer_id = side.id AND l.shop_id = $4)
   ORDER BY side.created_at, side.id LIMIT $5::integer`,
);

const TERMS = statement<{ validFrom: Date; terms: ShopTerms }>(
  'settlement-terms',
  `SELECT valid_from AS "validFrom", terms FROM shop_terms WHERE shop_id = $1 ORDER BY valid_from`,
);

/** Transfers wait for locks before they commit, so one may appear behind those that were read before it. */
export const LATE_COMMIT_MS = 5 * 60_000;

/** Reads the lines of no batch in the order of their transfers, by pages. */
export async function* readOpenLines(
  database: Database,
  { shopID, currency }: Settlement,
  pageSize = 20_000,
): AsyncGenerator<BalanceLine[]> {
  const accounts = settlementAccountIDs(shopID, currency);
  const terms = await readTermsSince(database, shopID);
  const last = await findLastClose(database, { shopID, currency });
  let place = { createdAt: new Date((last?.openSince?.getTime() ?? LATE_COMMIT_MS) - LATE_COMMIT_MS), id: '' };
  for (;;) {
    const from = rfc3339Text(place.createdAt);
    const rows = await database.run(OPEN_LINES, [accounts, from, place.id, shopID, pageSize]);
    const newest = rows.at(-1);
    if (!newest) return;
    yield rows.map((row) => toLine(row, currency, terms));
    if (rows.length < pageSize) return;
    place = newest;
  }
}

export type ShopTermsSince = readonly { validFrom: Date; terms: ShopTerms }[];

/** The terms of a shop since its creation. */
export const readTermsSince = listByID(TERMS);

/** A line by the terms in force when it was posted. */
export function toLine(row: LineRow, currency: string, dated: ShopTermsSince): BalanceLine {
  const { id, gross: grossMinor, fee: feeMinor, createdAt, tool, connector } = row;
  const named = readTransferID(id);
  const terms = settlementTerms(dated.findLast(({ validFrom }) => validFrom <= createdAt)?.terms ?? {});
  const posting = { postedAt: createdAt, currency, tool: tool ?? undefined, connector: connector ?? undefined };
  const day = isDelayed(named.type) ? availableOn(posting, terms) : getBusinessDay(createdAt, terms);
  return { id, ...named, grossMinor, feeMinor, createdAt, availableOn: day };
}
