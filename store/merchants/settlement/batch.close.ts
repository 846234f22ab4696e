import { getBusinessDay } from '../../../domain/merchants/settlement/business-day';
import { listDueHolds } from '../../../domain/merchants/settlement/reserve';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { notFound } from '../../../domain/platform/errors/refusal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { TERMS_IN_FORCE } from '../shop/shop.queries';
import { wakeDispatchers, type Store } from '../../store';
import { BATCH, type BatchRow } from './batch.table';
import { chargeMonth, payoutFee, type ClosedLine } from './batch.fees';
import { readOpenLines, type Settlement } from './balance-lines';
import { settle } from './batch.settle';
import { vatOf } from './fee-lines';
import { readPayee, type PayeeBasis } from './payee';
import { listHeldReserves } from './reserve';

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
   INSERT INTO settlement_lines (shop_id, transfer_id, batch_id, gross, fee, vat, available_on)
   SELECT b.shop_id, l.id, b.id, l.gross, l.fee, ${vatOf({ id: 'l.id', fee: 'l.fee', at: 't.created_at', shopID: 'b.shop_id' })}, l.day
   FROM jsonb_to_recordset($2::jsonb) AS l (id text, gross bigint, fee bigint, day date)
   JOIN open b ON true JOIN ledger_transfers t ON t.id = l.id
   ON CONFLICT DO NOTHING`,
);

const LOCK = statement<BatchRow>(
  'settlement-batch-lock',
  `SELECT ${BATCH} FROM settlement_batches b WHERE id = $1 FOR UPDATE`,
);

const SUM = statement<{ count: number; net: string; captured: string }>(
  'settlement-batch-sum',
  `SELECT count(*)::integer AS count, coalesce(sum(gross - fee), 0)::text AS net,
     coalesce(sum(gross) FILTER (WHERE transfer_id LIKE 'payment/%'), 0)::text AS captured
   FROM settlement_lines WHERE batch_id = $1`,
);

const CLOSE = statement(
  'settlement-batch-close',
  `UPDATE settlement_batches SET closed_at = now(), line_count = $2, net = $3, closing = $4, open_since = $5 WHERE id = $1`,
);

const DISCARD = statement('settlement-batch-discard', 'DELETE FROM settlement_batches WHERE id = $1');

interface Basis extends PayeeBasis {
  contractEndsAt: Date | null;
  isBlocked: boolean;
}

const BASIS = statement<Basis>(
  'settlement-basis',
  `SELECT ${TERMS_IN_FORCE} AS terms, s.is_blocked OR p.is_blocked AS "isBlocked", c.contractor,
     least(c.terminated_at, c.valid_until) AS "contractEndsAt",
     c.bank_account_changed_at AS "bankAccountChangedAt", s.contract_changed_at AS "contractChangedAt"
   FROM shops s JOIN parties p ON p.id = s.party_id LEFT JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   WHERE s.id = $1`,
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
  await database.transaction((tx) => addMonth(database, batch, tx));
  const openSince = await addLines(database, batch);
  const closed = await database.transaction((tx) => finish(store, batch, { openSince, tx }));
  wakeDispatchers(store, { hasCommands: true, hasDeliveries: true });
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

/** Locks the batch, so that a month is charged once. */
async function addMonth(database: Database, { id, shopID }: BatchRow, tx: Transaction): Promise<void> {
  const [batch] = await database.run(LOCK, [id], tx);
  const [basis] = await database.run(BASIS, [shopID], tx);
  if (!batch || batch.closedAt || !basis) return;
  const lines = await chargeMonth(database, { batch, terms: basis.terms }, tx);
  if (lines.length > 0) await database.run(ADD_LINES, [id, JSON.stringify(lines.map(toRow))], tx);
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

function toRow({ id, grossMinor, feeMinor, availableOn }: ClosedLine): object {
  return { id, gross: grossMinor.toString(), fee: feeMinor.toString(), day: availableOn };
}

async function finish(
  { database, origin }: Store,
  { id }: BatchRow,
  { openSince, tx }: { openSince: Date; tx: Transaction },
): Promise<BatchRow | undefined> {
  const [batch] = await database.run(LOCK, [id], tx);
  if (!batch || batch.closedAt) return batch;
  const [basis] = await database.run(BASIS, [batch.shopID], tx);
  const [sum] = await database.run(SUM, [id], tx);
  const [netMinor, capturedMinor] = [BigInt(sum?.net ?? 0), BigInt(sum?.captured ?? 0)];
  const rules = settlementTerms(basis?.terms ?? {});
  const endsOn = basis?.contractEndsAt ? getBusinessDay(basis.contractEndsAt, rules) : null;
  const held = await listHeldReserves(database, batch, tx);
  const released = listDueHolds({ ...batch, rules, endsOn }, held);
  if (!sum?.count && batch.openingMinor <= 0n && released.length === 0) {
    await database.run(DISCARD, [id], tx);
    return undefined;
  }
  // A blocked shop is not paid, and one without a bank account cannot be; the amount is carried over.
  const payee = basis && !basis.isBlocked ? await readPayee(database, batch, basis, tx) : null;
  const reserve = { endsOn, held: held.filter((each) => !released.includes(each)), released };
  const fee = payoutFee(batch, basis?.terms ?? {});
  const plan = { batch, rules, payee, reserve, fee, netMinor, capturedMinor };
  const { lines, payoutMinor } = await settle({ database, origin }, plan, tx);
  await database.run(ADD_LINES, [id, JSON.stringify(lines.map(toRow))], tx);
  const ownMinor = lines.reduce((total, { grossMinor, feeMinor }) => total + grossMinor - feeMinor, netMinor);
  const closed = {
    ...{ ...batch, closedAt: new Date(), lineCount: (sum?.count ?? 0) + lines.length - (payoutMinor > 0n ? 1 : 0) },
    ...{ netMinor: ownMinor + payoutMinor, closingMinor: batch.openingMinor + ownMinor },
  };
  const sums = [closed.lineCount, String(closed.netMinor), String(closed.closingMinor)];
  await database.run(CLOSE, [id, ...sums, rfc3339Text(openSince)], tx);
  await auditWithin(database, origin, [{ type: 'settlementBatch', id }], tx);
  return closed;
}
