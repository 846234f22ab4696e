import { cutBatch } from '../../domain/settlement/cut';
import { getAmountMinor, settlementTerms } from '../../domain/settlement/settlement-terms';
import type { ShopTerms } from '../../domain/shop/shop-terms';
import { notFound } from '../../domain/errors/refusal';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { auditWithin } from '../audit/audited';
import { statement, type Database, type Transaction } from '../postgres/database';
import { newId } from '../id';
import { inTransitAccount, settlementAccount, settlementAccountIDs } from '../ledger/accounts';
import { lockAccounts, move, openAccounts, post, readBalance } from '../ledger/ledger';
import { TERMS_IN_FORCE } from '../shop/shop.queries';
import { wakeDispatchers, type Store } from '../store';
import { BATCH, type BatchRow } from './batch.table';
import { readOpenLines, type BalanceLine, type Settlement } from './balance-lines';
import { insertPayout } from './payout.transitions';

/** Begins the next batch, or returns the one that is open: an interrupted close continues. */
const BEGIN = statement<BatchRow>(
  'settlement-batch-begin',
  `WITH last AS (
     SELECT number, closing FROM settlement_batches WHERE shop_id = $2 AND currency = $3 AND closed_at IS NOT NULL
     ORDER BY number DESC LIMIT 1
   ), begun AS (
     INSERT INTO settlement_batches AS b (id, party_id, shop_id, currency, number, until_day, begun_at, opening)
     SELECT $1, s.party_id, s.id, $3, coalesce((SELECT number FROM last), 0) + 1, $4::date, now(), coalesce((SELECT closing FROM last), 0)
     FROM shops s WHERE s.id = $2
     ON CONFLICT DO NOTHING RETURNING ${BATCH}
   )
   SELECT * FROM begun
   UNION ALL
   SELECT ${BATCH} FROM settlement_batches b WHERE b.shop_id = $2 AND b.currency = $3 AND b.closed_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM begun)`,
);

/** Waits for a process that closes the batch, after which it adds nothing. */
const ADD_LINES = statement(
  'settlement-lines-add',
  `WITH open AS MATERIALIZED (
     SELECT id, shop_id FROM settlement_batches WHERE id = $1 AND closed_at IS NULL FOR SHARE
   )
   INSERT INTO settlement_lines (shop_id, transfer_id, batch_id, gross, fee, available_on)
   SELECT b.shop_id, l.id, b.id, l.gross, l.fee, l.day
   FROM jsonb_to_recordset($2::jsonb) AS l (id text, gross bigint, fee bigint, day date)
   JOIN open b ON true
   ON CONFLICT DO NOTHING`,
);

const LOCK = statement<BatchRow>(
  'settlement-batch-lock',
  `SELECT ${BATCH} FROM settlement_batches b WHERE id = $1 FOR UPDATE`,
);

const SUM = statement<{ count: number; net: string }>(
  'settlement-batch-sum',
  `SELECT count(*)::integer AS count, coalesce(sum(gross - fee), 0)::text AS net FROM settlement_lines WHERE batch_id = $1`,
);

const CLOSE = statement(
  'settlement-batch-close',
  `UPDATE settlement_batches SET closed_at = now(), line_count = $2, net = $3, closing = $4, open_since = $5 WHERE id = $1`,
);

const DISCARD = statement('settlement-batch-discard', 'DELETE FROM settlement_batches WHERE id = $1');

const BASIS = statement<{ terms: ShopTerms; contractor: object | null; isBlocked: boolean }>(
  'settlement-basis',
  `SELECT ${TERMS_IN_FORCE} AS terms, s.is_blocked OR p.is_blocked AS "isBlocked",
     (SELECT c.contractor FROM contracts c WHERE c.id = s.contract_id AND c.party_id = s.party_id) AS contractor
   FROM shops s JOIN parties p ON p.id = s.party_id WHERE s.id = $1`,
);

/**
 * Closes the batch of what is available on the day, and creates its payout. Idempotent while it is interrupted: lines are added by pages, each in one
 * batch, and the last transaction posts the payout with the sums. Movements that commit later are in the next batch.
 * @returns undefined if there is nothing to pay and nothing to add
 */
export async function closeBatch(
  store: Store,
  { untilDay, ...settlement }: Settlement & { untilDay: string },
): Promise<BatchRow | undefined> {
  const { database } = store;
  const batch = await begin(database, { untilDay, ...settlement });
  const openSince = await addLines(database, batch);
  const closed = await database.transaction((tx) => finish(store, batch, { openSince, tx }));
  wakeDispatchers(store, { hasCommands: true, hasSubscribers: false });
  return closed;
}

/** Repeats while others begin and close batches, which its snapshot does not see. */
async function begin(
  database: Database,
  { shopID, currency, untilDay }: Settlement & { untilDay: string },
): Promise<BatchRow> {
  for (;;) {
    const [batch] = await database.run(BEGIN, [newId(), shopID, currency, untilDay]);
    if (batch) return batch;
    const [shop] = await database.run(BASIS, [shopID]);
    if (!shop) throw notFound('Shop');
  }
}

/** @returns the time from which transfers may have no batch */
async function addLines(database: Database, batch: BatchRow): Promise<Date> {
  let openSince: Date | undefined;
  for await (const lines of readOpenLines(database, batch)) {
    openSince ??= lines.find((line) => line.availableOn > batch.untilDay)?.createdAt;
    const taken = lines.filter((line) => line.availableOn <= batch.untilDay);
    if (taken.length > 0) await database.run(ADD_LINES, [batch.id, JSON.stringify(taken.map(toRow))]);
  }
  return openSince ?? batch.begunAt;
}

function toRow({ id, grossMinor, feeMinor, availableOn }: Omit<BalanceLine, 'type' | 'source' | 'createdAt'>): object {
  return { id, gross: grossMinor.toString(), fee: feeMinor.toString(), day: availableOn };
}

async function finish(
  { database, origin }: Store,
  { id }: BatchRow,
  { openSince, tx }: { openSince: Date; tx: Transaction },
): Promise<BatchRow | undefined> {
  const [batch] = await database.run(LOCK, [id], tx);
  if (!batch || batch.closedAt) return batch;
  const { shopID, currency, untilDay } = batch;
  const [settlement, inTransit] = [settlementAccount(shopID, currency), inTransitAccount(shopID, currency)];
  const [basis] = await database.run(BASIS, [shopID], tx);
  const contractor = basis?.contractor ?? null;
  const terms = settlementTerms(basis?.terms ?? {});
  const [sum] = await database.run(SUM, [id], tx);
  const netMinor = BigInt(sum?.net ?? 0);
  if (!sum?.count && batch.openingMinor <= 0n) {
    await database.run(DISCARD, [id], tx);
    return undefined;
  }
  await openAccounts(database, [settlement, inTransit], tx);
  await lockAccounts(database, [settlement, inTransit], tx);
  // Refunds and disputes under way may take what they hold.
  const { own, available } = await readBalance(database, settlementAccountIDs(shopID, currency), tx);
  const cut = cutBatch({
    ...{ openingMinor: batch.openingMinor, linesMinor: [netMinor], holdsMinor: own - available },
    minimumMinor: getAmountMinor(terms.minimumAmounts, currency),
    keepMinor: getAmountMinor(terms.keepAmounts, currency),
  });
  // A blocked shop is not paid, and one without a bank account cannot be; the amount is carried over.
  const payoutMinor = hasBankAccount(contractor) && !basis?.isBlocked ? cut.payoutMinor : 0n;
  const closingMinor = batch.openingMinor + netMinor - payoutMinor;
  const closed = { ...batch, closedAt: new Date(), lineCount: sum?.count ?? 0, netMinor, closingMinor };
  if (payoutMinor > 0n && contractor) {
    const payout = await insertPayout(database, { batch: closed, amountMinor: payoutMinor, contractor, origin }, tx);
    const transfer = {
      id: `payout/${payout.id}/created`,
      amountMinor: payoutMinor,
      currency,
      reason: 'payout of a batch',
    };
    await move(database, [post({ ...transfer, debitAccountID: settlement.id, creditAccountID: inTransit.id })], tx);
    const line = { id: transfer.id, grossMinor: -payoutMinor, feeMinor: 0n, availableOn: untilDay };
    await database.run(ADD_LINES, [id, JSON.stringify([toRow(line)])], tx);
  }
  const values = [closed.lineCount, netMinor.toString(), closingMinor.toString(), rfc3339Text(openSince)];
  await database.run(CLOSE, [id, ...values], tx);
  await auditWithin(database, origin, [{ type: 'settlementBatch', id }], tx);
  return closed;
}

function hasBankAccount(contractor: object | null): boolean {
  return contractor !== null && 'bankAccount' in contractor && contractor.bankAccount !== null;
}
