import {
  transferIDPattern,
  type BalanceTransaction,
  type BalanceTransactionType,
} from '../../../domain/merchants/settlement/balance-transaction';
import type { PayoutStatus } from '../../../domain/merchants/settlement/payout.machine';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import { inTransitAccount, reserveAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { readBalance } from '../../platform/ledger/ledger';
import { statement, type Database } from '../../postgres/database';
import { getByID } from '../../postgres/readers';
import type { Store } from '../../store';
import { readTermsSince, readOpenLines, toLine, type LineRow, type Settlement } from './balance-lines';
import { BATCH, type BatchRow } from './batch.table';
import { isFee, vatOf } from './fee-lines';
import { PAYOUT, type PayoutRow } from './payout.table';

/** What a shop has in one currency, in minor units; pending, available and reserved sum to what the ledger owes it, and may be negative. */
export interface SettlementBalance extends Settlement {
  /** Posted, available later. */
  pendingMinor: bigint;
  availableMinor: bigint;
  /** Held by refunds and disputes under way, and `reserveMinor`. */
  reservedMinor: bigint;
  /** Kept back by the terms, on an account of its own. */
  reserveMinor: bigint;
  /** On its way to the bank account. */
  inTransitMinor: bigint;
}

const CURRENCIES = statement<{ currency: string }>(
  'settlement-currencies',
  `SELECT DISTINCT currency FROM ledger_accounts WHERE kind = 'settlement' AND starts_with(id, 'shop/' || $1 || '/settlement/') ORDER BY currency`,
);

/** The currencies in which a shop was ever owed anything. */
export async function listSettlementCurrencies(database: Database, shopID: string): Promise<string[]> {
  return (await database.run(CURRENCIES, [shopID])).map(({ currency }) => currency);
}

/** @param today the day (`YYYY-MM-DD`) at the shop's institution */
export async function readSettlementBalance(
  database: Database,
  settlement: Settlement,
  today: string,
): Promise<SettlementBalance> {
  const { shopID, currency } = settlement;
  let pendingMinor = 0n;
  for await (const lines of readOpenLines(database, settlement)) {
    for (const { availableOn, grossMinor, feeMinor } of lines)
      if (availableOn > today) pendingMinor += grossMinor - feeMinor;
  }
  const { own, available } = await readBalance(database, settlementAccountIDs(shopID, currency));
  const inTransit = await readBalance(database, inTransitAccount(shopID, currency).id);
  const { own: reserveMinor } = await readBalance(database, reserveAccount(shopID, currency).id);
  const reservedMinor = own - available + reserveMinor;
  const availableMinor = available - pendingMinor;
  return { ...settlement, pendingMinor, availableMinor, reservedMinor, reserveMinor, inTransitMinor: inTransit.own };
}

interface TransactionRow extends Omit<LineRow, 'gross' | 'fee'> {
  amount: bigint;
  reason: string;
  creditAccountID: string;
  fee: bigint | null;
  feeAccountID: string | null;
  isFee: boolean;
  vat: bigint;
  /** The batch and the day by shop. */
  lines: Record<string, [batchID: string, availableOn: string]> | null;
}

const TRANSACTIONS = listing<TransactionRow>({
  name: 'balance-transaction-list',
  select: `SELECT t.id, t.created_at AS "createdAt", t.amount, t.reason, t.credit_account_id AS "creditAccountID", f.amount AS fee,
      f.debit_account_id AS "feeAccountID", ${isFee('t.id')} AS "isFee", p.tool_type AS tool, p.connector,
      coalesce(${vatOf({ id: 't.id', fee: 'paid.amount', at: 't.created_at', shopID: 'paid.shop_id' })}, 0) AS vat,
      (SELECT jsonb_object_agg(l.shop_id, jsonb_build_array(l.batch_id, l.available_on)) FROM settlement_lines l
       WHERE l.transfer_id = t.id) AS lines
    FROM ledger_transfers t
    LEFT JOIN ledger_transfers f ON t.id LIKE 'payment/%/capture' AND f.id = regexp_replace(t.id, 'capture$', 'fee')
    CROSS JOIN LATERAL (
      SELECT CASE WHEN f.id IS NOT NULL THEN f.amount WHEN NOT ${isFee('t.id')} THEN 0
          WHEN t.debit_account_id LIKE 'shop/%' THEN t.amount ELSE - t.amount END AS amount,
        split_part(CASE WHEN t.debit_account_id LIKE 'shop/%' THEN t.debit_account_id ELSE t.credit_account_id END, '/', 2) AS shop_id
    ) paid
    LEFT JOIN payments p ON t.id LIKE 'payment/%' AND p.invoice_id = split_part(split_part(t.id, '/', 2), '.', 1)
      AND p.id = split_part(split_part(t.id, '/', 2), '.', 2)`,
  order: { createdAt: 't.created_at', id: 't.id' },
  owners: ['t.credit_account_id = ANY (?::text[])', 't.debit_account_id = ANY (?::text[])'],
});

const ONLY_LINES = { sql: `t.kind IN ('posted', 'post') AND t.id NOT LIKE 'payment/%/fee'`, values: [] };

export interface BalanceTransactionQuery extends Settlement {
  type?: BalanceTransactionType | undefined;
  /** An invoice, a payout or a command. */
  sourceID?: string | undefined;
  batchID?: string | undefined;
  fromTime?: Date | undefined;
  toTime?: Date | undefined;
  limit: number;
  continuationToken?: string | undefined;
}

/** The movements of a shop's money, newest first. */
export async function listBalanceTransactions(
  store: Store,
  { shopID, currency, type, sourceID, batchID, fromTime, toTime, limit, continuationToken }: BalanceTransactionQuery,
): Promise<Page<BalanceTransaction>> {
  const accounts = settlementAccountIDs(shopID, currency);
  const ofBatch = `EXISTS (SELECT 1 FROM settlement_lines l WHERE l.transfer_id = t.id AND l.batch_id = ?)`;
  const page = await listPage(store, TRANSACTIONS, {
    owner: `{${accounts.map((id) => `"${id}"`).join(',')}}`,
    conditions: [
      ONLY_LINES,
      where('t.id ~ ?', type && transferIDPattern(type)),
      where(`split_part(split_part(t.id, '/', 2), '.', 1) = ?`, sourceID),
      where(ofBatch, batchID),
      where('t.created_at >= ?', fromTime),
    ],
    until: where('t.created_at < ?', toTime),
    ...{ limit, continuationToken },
  });
  const terms = await readTermsSince(store.database, shopID);
  return { ...page, rows: page.rows.map((row) => toTransaction(row, { shopID, currency, accounts, terms })) };
}

function toTransaction(
  row: TransactionRow,
  about: Settlement & { accounts: readonly string[]; terms: Awaited<ReturnType<typeof readTermsSince>> },
): BalanceTransaction {
  const { shopID, currency, accounts, terms } = about;
  const amount = accounts.includes(row.creditAccountID) ? row.amount : -row.amount;
  const withheld = row.feeAccountID !== null && accounts.includes(row.feeAccountID) ? (row.fee ?? 0n) : 0n;
  const [gross, fee] = row.isFee ? [0n, -amount] : [amount, withheld];
  const line = toLine({ ...row, gross, fee }, currency, terms);
  const [batchID, day] = row.lines?.[shopID] ?? [null, line.availableOn];
  const hasText = line.type === 'correction' || line.type === 'writeOff';
  return {
    ...{ ...line, vatMinor: fee === 0n ? 0n : row.vat, netMinor: gross - fee, currency, availableOn: day, batchID },
    ...(hasText && { text: row.reason }),
  };
}

const BATCHES = listing<BatchRow & { createdAt: Date }>({
  name: 'settlement-batch-list',
  select: `SELECT ${BATCH}, b.begun_at AS "createdAt" FROM settlement_batches b`,
  order: { createdAt: 'b.begun_at', id: 'b.id' },
  owners: ['b.shop_id = ?'],
});

interface ShopPage {
  shopID: string;
  limit: number;
  continuationToken?: string | undefined;
}

export async function listBatches(store: Store, { shopID, ...page }: ShopPage): Promise<Page<BatchRow>> {
  return listPage(store, BATCHES, { owner: shopID, conditions: [], ...page });
}

const FIND_BATCH = statement<BatchRow>(
  'settlement-batch-find',
  `SELECT ${BATCH} FROM settlement_batches b WHERE id = $1`,
);

/** @throws Refusal notFound */
export const getBatch = getByID(FIND_BATCH, 'Batch');

const PAYOUTS = listing<PayoutRow>({
  name: 'payout-list',
  select: `SELECT ${PAYOUT} FROM payouts p`,
  order: { createdAt: 'p.created_at', id: 'p.id' },
  owners: ['p.shop_id = ?'],
});

export async function listPayouts(
  store: Store,
  { shopID, status, ...page }: ShopPage & { status?: PayoutStatus | undefined },
): Promise<Page<PayoutRow>> {
  return listPage(store, PAYOUTS, { owner: shopID, conditions: [where('p.status = ?', status)], ...page });
}

const OPEN_PAYOUTS = statement<PayoutRow>(
  'payout-open',
  `SELECT ${PAYOUT} FROM payouts p WHERE status IN ('pending', 'sent') ORDER BY created_at, id LIMIT 1000`,
);

const FAILED_PAYOUTS = statement<PayoutRow>(
  'payout-failed',
  `SELECT ${PAYOUT} FROM payouts p WHERE status IN ('failed', 'returned') AND status_changed_at > now() - interval '30 days'
   ORDER BY status_changed_at DESC, id LIMIT 1000`,
);

/** The payouts of all shops that are not decided, oldest first, or those that failed in 30 days, newest first; at most 1,000. */
export async function listOpenPayouts(database: Database, state: 'open' | 'failed' = 'open'): Promise<PayoutRow[]> {
  return database.run(state === 'open' ? OPEN_PAYOUTS : FAILED_PAYOUTS, []);
}

const FIND = statement<PayoutRow>('payout-find', `SELECT ${PAYOUT} FROM payouts p WHERE id = $1`);

/** @throws Refusal notFound */
export const getPayout = getByID(FIND, 'Payout');
