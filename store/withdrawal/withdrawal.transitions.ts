import { notFound } from '../../domain/errors/refusal';
import { findTransition } from '../../domain/machine/machine';
import type { WithdrawalFailure } from '../../domain/withdrawal/withdrawal-failure';
import { withdrawalMachine, type WithdrawalAction } from '../../domain/withdrawal/withdrawal.machine';
import { statement, type Transaction } from '../database';
import type { Store } from '../store';
import { recordStatus } from './withdrawal.events';
import { postWithdrawal, releaseWithdrawal } from './withdrawal.ledger';
import { WITHDRAWAL, type WithdrawalRow } from './withdrawal.model';

/** A move of a withdrawal, and what it announces. */
interface Move {
  next: WithdrawalRow;
  announces: readonly string[];
}

/** Pending → Succeeded: the provider has paid out, the hold is posted. Harmless when repeated. */
export async function recordPayOut(
  store: Store,
  withdrawalID: string,
  providerReference: string,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await postWithdrawal(store.database, row, tx);
    const { next, announces } = moved(row, 'succeed', now);
    return { next: { ...next, providerReference }, announces };
  });
}

/** Pending → Failed: the provider refused for good, the hold is given back. Harmless when repeated. */
export async function recordPayOutFailure(
  store: Store,
  withdrawalID: string,
  failure: WithdrawalFailure,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await releaseWithdrawal(store.database, row, tx);
    return failed(row, failure, now);
  });
}

/** The move of a withdrawal that fails. */
export function failed(row: WithdrawalRow, failure: WithdrawalFailure, now: Date): Move {
  const { next, announces } = moved(row, 'fail', now);
  return { next: { ...next, failure }, announces };
}

function moved(row: WithdrawalRow, action: WithdrawalAction, now: Date): Move {
  const transition = findTransition(withdrawalMachine, row.status, action);
  if (!transition) throw new Error(`withdrawal cannot ${action} from ${row.status}`);
  return { next: { ...row, status: transition.to, statusChangedAt: now }, announces: transition.announces };
}

const LOCK = statement('withdrawal-lock', `SELECT ${WITHDRAWAL} FROM withdrawals w WHERE id = $1 FOR UPDATE`);

const UPDATE = statement(
  'withdrawal-update',
  `UPDATE withdrawals SET status = $2, status_changed_at = $3, failure = $4, provider_reference = $5 WHERE id = $1`,
);

/** The one way in which a withdrawal ends: under the lock of its row, and once. */
async function changeWithdrawal(
  store: Store,
  withdrawalID: string,
  decide: (row: WithdrawalRow, tx: Transaction, now: Date) => Promise<Move>,
): Promise<WithdrawalRow> {
  const changed = await store.database.transaction(async (tx) => {
    const [row] = await store.database.run<WithdrawalRow>(LOCK, [withdrawalID], tx);
    if (!row) throw notFound('Withdrawal');
    if (row.status !== 'Pending') return row;
    const { next, announces } = await decide(row, tx, new Date());
    const failure = next.failure && JSON.stringify(next.failure);
    const values = [next.id, next.status, next.statusChangedAt.toISOString(), failure, next.providerReference];
    await store.database.run(UPDATE, values, tx);
    await recordStatus(store, next, { announces }, tx);
    return next;
  });
  store.wakeUp.send('deliveries');
  return changed;
}
