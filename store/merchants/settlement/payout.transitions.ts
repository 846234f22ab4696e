import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { findTransition } from '../../../domain/platform/machine/machine';
import {
  payoutMachine,
  type PayoutAction,
  type PayoutStatus,
} from '../../../domain/merchants/settlement/payout.machine';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { appendChangeStatement, type Change } from '../../change-log';
import { insertText, toColumn, toValues } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { bankAccount, connectorAccount, inTransitAccount, settlementAccount } from '../../platform/ledger/accounts';
import { move, openAccounts, post, type Account, type Movement, type Transfer } from '../../platform/ledger/ledger';
import { wakeDispatchers, type Store } from '../../store';
import type { BatchRow } from './batch.table';
import { payoutChange } from './payout.message';
import { payoutSignal, payoutWorkflow } from './payout.recovery';
import { PAYOUT, PAYOUT_COLUMNS, type PayoutRow } from './payout.table';

const ACCEPT = statement(
  'payout-accept',
  `UPDATE payouts SET accepted_at = now(), connector_reference = $2, result_due_at = $3
   WHERE id = $1 AND status = 'sent' AND accepted_at IS NULL`,
);

/** Records that the connector accepted a payout whose result comes later. Idempotent: the first record stays. */
export async function recordPayoutAcceptance(
  { database }: Store,
  { payoutID, connectorReference, dueAt }: { payoutID: string; connectorReference: string | null; dueAt: Date },
): Promise<void> {
  await database.run(ACCEPT, [payoutID, connectorReference, toColumn(dueAt)]);
}

const INSERT = statement('payout-insert', insertText('payouts', PAYOUT_COLUMNS));

type NewPayout = Pick<PayoutRow, 'amountMinor' | 'creditor' | 'sendFrom' | 'connector'> & { batch: BatchRow };

/** Records the payout of a batch that is being closed; its money is moved by the caller. */
export async function insertPayout(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { batch, ...given }: NewPayout,
  tx: Transaction,
): Promise<PayoutRow> {
  const now = new Date();
  const { id: batchID, partyID, shopID, currency } = batch;
  const row: PayoutRow = {
    ...{ id: newId(now), partyID, shopID, batchID, currency, ...given },
    ...{ status: payoutMachine.initial, statusChangedAt: now, createdAt: now, reason: null, bankReference: null },
    ...{ bankFileID: null, orderReference: null, connectorReference: null, acceptedAt: null, resultDueAt: null },
  };
  await database.run(INSERT, toValues(row, PAYOUT_COLUMNS), tx);
  const append = appendChangeStatement(payoutChange(payoutMachine.creation, row, payoutWorkflow(row)), origin);
  await database.run(append, append.values, tx);
  return row;
}

const LOCK = statement<PayoutRow>(
  'payout-lock',
  `SELECT ${PAYOUT} FROM payouts p WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
);

const UPDATE = statement(
  'payout-update',
  `UPDATE payouts p SET status = c.status, status_changed_at = c."statusChangedAt", reason = c.reason, bank_reference = c."bankReference",
     connector_reference = c."connectorReference", result_due_at = c."resultDueAt"
   FROM jsonb_to_recordset($1::jsonb) AS c (id text, status text, "statusChangedAt" timestamptz, reason text, "bankReference" text,
     "connectorReference" text, "resultDueAt" timestamptz)
   WHERE p.id = c.id`,
);

export interface PayoutChange {
  payoutID: string;
  action: PayoutAction;
  reason?: string | undefined;
  bankReference?: string | undefined;
  connectorReference?: string;
  resultDueAt?: Date;
  /** The bank file or the connector account that does it; none by hand. */
  by?: string;
}

/** The accounts between which an action moves the money; `send` moves none. */
const MOVEMENTS: Readonly<
  Record<PayoutAction, ((accounts: PayoutAccounts) => [from: Account, to: Account]) | undefined>
> = {
  send: undefined,
  confirm: ({ inTransit, payer }) => [inTransit, payer],
  fail: ({ inTransit, settlement }) => [inTransit, settlement],
  cancel: ({ inTransit, settlement }) => [inTransit, settlement],
  return: ({ payer, settlement }) => [payer, settlement],
};

interface PayoutAccounts {
  settlement: Account;
  inTransit: Account;
  /** The bank, or what the connector owes. */
  payer: Account;
}

/**
 * Changes the status of a payout and moves its money, once: a repeated action returns the payout as it is.
 * @throws Refusal notFound, invalidOperationParameters for an action that its status does not allow
 */
export async function changePayout(store: Store, change: PayoutChange): Promise<PayoutRow> {
  const [changed] = await store.database.transaction((tx) => changePayouts(store, [change], tx));
  wakeDispatchers(store, { hasCommands: true, hasDeliveries: true });
  if (!changed) throw notFound('Payout');
  return changed;
}

/** The same for several payouts, all or none; two changes of one follow each other. The caller wakes the dispatchers. */
export async function changePayouts(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  changes: readonly PayoutChange[],
  tx: Transaction,
): Promise<PayoutRow[]> {
  const ids = [...new Set(changes.map(({ payoutID }) => payoutID))];
  const rows = new Map((await database.run(LOCK, [ids], tx)).map((row) => [row.id, row]));
  const [moved, appended] = [[] as Moved[], new Map<Change, string>()];
  for (const { payoutID, action, by, ...given } of changes) {
    const row = rows.get(payoutID);
    if (!row) throw notFound('Payout');
    const transition = findTransition(payoutMachine, row.status, action);
    if (!transition) {
      assertDone(row, action);
      continue;
    }
    assertMayLeave(row, { action, by });
    const { reason = row.reason, bankReference = row.bankReference, ...more } = given;
    const next = { ...row, ...more, status: transition.to, statusChangedAt: new Date(), reason, bankReference };
    rows.set(payoutID, next);
    appended.set(payoutChange(transition, next, payoutSignal(row)), payoutID);
    moved.push(...toMovement(row, action, next.status), ...(await returnFee(database, row, action, tx)));
  }
  if (appended.size > 0) await write({ database, origin }, { moved, appended, rows }, tx);
  return [...rows.values()];
}

interface Written {
  moved: readonly Moved[];
  /** Each change with its payout. */
  appended: ReadonlyMap<Change, string>;
  rows: ReadonlyMap<string, PayoutRow>;
}

async function write(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { moved, appended, rows }: Written,
  tx: Transaction,
): Promise<void> {
  const sides = moved.flatMap((each) => each.sides ?? []);
  if (sides.length > 0) await openAccounts(database, sides, tx);
  const movements = moved.map(({ movement }) => movement);
  if (movements.length > 0) await move(database, movements, tx);
  const updated = [...new Set(appended.values())].map((id) => ({ ...rows.get(id), amountMinor: undefined }));
  await database.run(UPDATE, [JSON.stringify(updated)], tx);
  for (const change of appended.keys()) {
    const append = appendChangeStatement(change, origin);
    await database.run(append, append.values, tx);
  }
}

function assertDone(row: PayoutRow, action: PayoutAction): void {
  if (payoutMachine.transitions.some(({ on, to }) => on === action && to === row.status)) return;
  throw new Refusal('invalidOperationParameters', `payout ${row.id} is ${row.status}`);
}

/**
 * What a file or a connector pays is not sent by hand as well, and no money leaves for a bank account that changed just now. What a
 * connector has done is recorded by hand only if it has not decided in time.
 */
function assertMayLeave(
  { id, bankFileID, connector, sendFrom, resultDueAt }: PayoutRow,
  { action, by }: Pick<PayoutChange, 'action' | 'by'>,
): void {
  const refuse = (words: string) => new Refusal('invalidOperationParameters', `payout ${id} ${words}`);
  if (action === 'cancel' && bankFileID !== null) throw refuse(`is in bank file ${bankFileID}: cancel that first`);
  const isOverdue = resultDueAt !== null && resultDueAt <= new Date();
  const isByHand = action === 'cancel' || ((action === 'confirm' || action === 'fail') && isOverdue);
  if (connector !== null && by !== connector && !isByHand) throw refuse(`is paid by connector ${connector}`);
  if (action !== 'send') return;
  if (connector === null && (bankFileID ?? undefined) !== by) throw refuse(`is sent by bank file ${bankFileID ?? by}`);
  if (sendFrom && sendFrom > new Date())
    throw refuse(`has a changed bank account and is not sent before ${rfc3339Text(sendFrom)}`);
}

interface Moved {
  /** Absent for accounts that are open. */
  sides?: [from: Account, to: Account];
  movement: Movement;
}

/** The fee that a payout was charged, with its sides exchanged. */
const CHARGED = statement<Pick<Transfer, 'debitAccountID' | 'creditAccountID' | 'amountMinor'>>(
  'payout-fee',
  `SELECT credit_account_id AS "debitAccountID", debit_account_id AS "creditAccountID", amount AS "amountMinor"
   FROM ledger_transfers WHERE id = $1`,
);

/** A payout that was not sent costs nothing. */
async function returnFee(
  database: Database,
  { id, currency }: PayoutRow,
  action: PayoutAction,
  tx: Transaction,
): Promise<Moved[]> {
  const charged = action === 'cancel' ? await database.run(CHARGED, [`payout/${id}/fee`], tx) : [];
  const transfer = { id: `payout/${id}/fee-return`, currency, reason: 'fee of a cancelled payout returned' };
  return charged.map((fee) => ({ movement: post({ ...transfer, ...fee }) }));
}

function toMovement(row: PayoutRow, action: PayoutAction, to: PayoutStatus): Moved[] {
  const { id, shopID, currency, amountMinor, connector } = row;
  const sides = MOVEMENTS[action]?.({
    settlement: settlementAccount(shopID, currency),
    inTransit: inTransitAccount(shopID, currency),
    payer: connector === null ? bankAccount(currency) : connectorAccount(connector, currency, id),
  });
  if (!sides) return [];
  const [debit, credit] = sides;
  const transfer = { id: `payout/${id}/${to}`, amountMinor, currency, reason: `payout ${to}` };
  return [{ sides, movement: post({ ...transfer, debitAccountID: debit.id, creditAccountID: credit.id }) }];
}
