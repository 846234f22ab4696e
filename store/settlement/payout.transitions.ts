import { Refusal, notFound } from '../../domain/errors/refusal';
import { findTransition } from '../../domain/machine/machine';
import { payoutMachine, type PayoutAction, type PayoutStatus } from '../../domain/settlement/payout.machine';
import type { Origin } from '../audit/origin';
import { appendChangeStatement } from '../change-log';
import { assignments, insertText, toValues } from '../postgres/columns';
import { statement, type Database, type Transaction } from '../postgres/database';
import { newId } from '../id';
import { bankAccount, inTransitAccount, settlementAccount } from '../ledger/accounts';
import { move, openAccounts, post, type Account, type Transfer } from '../ledger/ledger';
import { wakeDispatchers, type Store } from '../store';
import type { BatchRow } from './batch.table';
import { payoutChange } from './payout.message';
import { payoutSignal, payoutWorkflow } from './payout.recovery';
import { PAYOUT, PAYOUT_COLUMNS, type PayoutRow } from './payout.table';

const INSERT = statement('payout-insert', insertText('payouts', PAYOUT_COLUMNS));

/** Records the payout of a batch that is being closed; its money is moved by the caller. */
export async function insertPayout(
  database: Database,
  {
    batch,
    amountMinor,
    contractor,
    origin,
  }: { batch: BatchRow; amountMinor: bigint; contractor: object; origin: Origin | undefined },
  tx: Transaction,
): Promise<PayoutRow> {
  const now = new Date();
  const { id: batchID, partyID, shopID, currency } = batch;
  const row: PayoutRow = {
    ...{ id: newId(now), partyID, shopID, batchID, amountMinor, currency, contractor },
    ...{ status: payoutMachine.initial, statusChangedAt: now, createdAt: now, reason: null, bankReference: null },
  };
  await database.run(INSERT, toValues(row, PAYOUT_COLUMNS), tx);
  const append = appendChangeStatement(payoutChange(payoutMachine.creation, row, payoutWorkflow(row)), origin);
  await database.run(append, append.values, tx);
  return row;
}

const LOCK = statement<PayoutRow>('payout-lock', `SELECT ${PAYOUT} FROM payouts p WHERE id = $1 FOR UPDATE`);

const CHANGING = ['status', 'statusChangedAt', 'reason', 'bankReference'] as const;
const UPDATE = statement(
  'payout-update',
  `UPDATE payouts SET ${assignments(PAYOUT_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

export interface PayoutChange {
  payoutID: string;
  action: PayoutAction;
  reason?: string | undefined;
  bankReference?: string | undefined;
}

/** The accounts between which an action moves the money; `send` moves none. */
const MOVEMENTS: Readonly<
  Record<PayoutAction, ((accounts: PayoutAccounts) => [from: Account, to: Account]) | undefined>
> = {
  send: undefined,
  confirm: ({ inTransit, bank }) => [inTransit, bank],
  fail: ({ inTransit, settlement }) => [inTransit, settlement],
  cancel: ({ inTransit, settlement }) => [inTransit, settlement],
  return: ({ bank, settlement }) => [bank, settlement],
};

interface PayoutAccounts {
  settlement: Account;
  inTransit: Account;
  bank: Account;
}

/**
 * Changes the status of a payout and moves its money, once: a repeated action returns the payout as it is.
 * @throws Refusal notFound, invalidOperationParameters for an action that its status does not allow
 */
export async function changePayout(store: Store, change: PayoutChange): Promise<PayoutRow> {
  const { payoutID, action } = change;
  const changed = await store.database.transaction(async (tx) => {
    const [row] = await store.database.run(LOCK, [payoutID], tx);
    if (!row) throw notFound('Payout');
    const transition = findTransition(payoutMachine, row.status, action);
    if (!transition) return assertDone(row, action);
    const { reason = row.reason, bankReference = row.bankReference } = change;
    const next = { ...row, status: transition.to, statusChangedAt: new Date(), reason, bankReference };
    await moveMoney(store.database, { row, action, to: next.status }, tx);
    const update = { ...UPDATE, values: [row.id, ...toValues(next, PAYOUT_COLUMNS, CHANGING)] };
    const append = appendChangeStatement(payoutChange(transition, next, payoutSignal(row)), store.origin);
    await store.database.commitWith([update, append], tx);
    return next;
  });
  wakeDispatchers(store, { hasCommands: true, hasSubscribers: true });
  return changed;
}

function assertDone(row: PayoutRow, action: PayoutAction): PayoutRow {
  if (payoutMachine.transitions.some(({ on, to }) => on === action && to === row.status)) return row;
  throw new Refusal('invalidOperationParameters', `payout ${row.id} is ${row.status}`);
}

/** The fee that a payout was charged, with its sides exchanged. */
const CHARGED = statement<Pick<Transfer, 'debitAccountID' | 'creditAccountID' | 'amountMinor'>>(
  'payout-fee',
  `SELECT credit_account_id AS "debitAccountID", debit_account_id AS "creditAccountID", amount AS "amountMinor"
   FROM ledger_transfers WHERE id = $1`,
);

async function moveMoney(
  database: Database,
  { row, action, to }: { row: PayoutRow; action: PayoutAction; to: PayoutStatus },
  tx: Transaction,
): Promise<void> {
  const { id, shopID, currency, amountMinor } = row;
  const accounts = {
    settlement: settlementAccount(shopID, currency),
    inTransit: inTransitAccount(shopID, currency),
    bank: bankAccount(currency),
  };
  const sides = MOVEMENTS[action]?.(accounts);
  if (!sides) return;
  const [debit, credit] = sides;
  await openAccounts(database, sides, tx);
  const transfer = { id: `payout/${id}/${to}`, amountMinor, currency, reason: `payout ${to}` };
  const moved = post({ ...transfer, debitAccountID: debit.id, creditAccountID: credit.id });
  // A payout that was not sent costs nothing.
  const charged = action === 'cancel' ? await database.run(CHARGED, [`payout/${id}/fee`], tx) : [];
  const returned = charged.map((fee) =>
    post({ id: `payout/${id}/fee-return`, ...fee, currency, reason: 'fee of a cancelled payout returned' }),
  );
  await move(database, [moved, ...returned], tx);
}
