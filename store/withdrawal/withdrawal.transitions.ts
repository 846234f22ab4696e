import { notFound } from '../../domain/errors/refusal';
import { requireTransition } from '../../domain/machine/machine';
import type { Redirect } from '../../domain/payment/user-interaction';
import type { WithdrawalChange } from '../../domain/withdrawal/withdrawal';
import type { WithdrawalFailure } from '../../domain/withdrawal/withdrawal-failure';
import { withdrawalMachine, type WithdrawalAction } from '../../domain/withdrawal/withdrawal.machine';
import type { WithdrawalTopicEvent } from '../../webhooks/messages/wallets/events';
import { assignments, toValues } from '../columns';
import { statement, type Transaction } from '../database';
import { changeResult, appendChangeStatement, type ChangeResult } from '../change-log';
import { wakeFor, type Store } from '../store';
import { toStatusChange, withdrawalChange } from './withdrawal.events';
import { postWithdrawal, releaseWithdrawal } from './withdrawal.ledger';
import { WITHDRAWAL, WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawal.table';

/** A move of a withdrawal, and what it emits. */
interface Move {
  next: WithdrawalRow;
  emits: readonly WithdrawalTopicEvent['eventType'][];
}

/** A move with what its event says of it. */
type RecordedMove = Move & { changes: readonly WithdrawalChange[] };

/** Pending → Succeeded: the connector has paid out, the hold is posted. Harmless when repeated. */
export async function recordPayOut(
  store: Store,
  withdrawalID: string,
  connectorReference: string,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await postWithdrawal(store.database, row, tx);
    const { next, emits } = moved(row, 'succeed', now);
    return ended(row, { next: { ...next, connectorReference }, emits });
  });
}

/** Pending → Failed: the connector refused for good, the hold is given back. Harmless when repeated. */
export async function recordPayOutFailure(
  store: Store,
  withdrawalID: string,
  failure: WithdrawalFailure,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await releaseWithdrawal(store.database, row, tx);
    return ended(row, failed(row, failure, now));
  });
}

/** The connector wants the owner to do something first: the withdrawal waits. Harmless when repeated. */
export async function recordPayOutInteraction(
  store: Store,
  withdrawalID: string,
  interaction: Redirect,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, (row) => {
    if (row.interaction) return undefined;
    const next = { ...row, interaction, eventCount: row.eventCount + 1 };
    return { next, emits: [], changes: [{ changeType: 'UserInteractionCreated', userInteraction: interaction }] };
  });
}

/** An interaction that was awaited is finished with the step that follows it, and told before it. */
function ended(row: WithdrawalRow, { next, emits }: Move): RecordedMove {
  const status = toStatusChange(next);
  if (!row.interaction) return { next, emits, changes: [status] };
  const changes: WithdrawalChange[] = [{ changeType: 'UserInteractionFinished' }, status];
  return { next: { ...next, interaction: null }, emits, changes };
}

/** The move of a withdrawal that fails. */
export function failed(row: WithdrawalRow, failure: WithdrawalFailure, now: Date): Move {
  const { next, emits } = moved(row, 'fail', now);
  return { next: { ...next, failure }, emits };
}

function moved(row: WithdrawalRow, action: WithdrawalAction, now: Date): Move {
  const transition = requireTransition(withdrawalMachine, row.status, action);
  const next = { ...row, status: transition.to, statusChangedAt: now, eventCount: row.eventCount + 1 };
  return { next, emits: transition.emits };
}

const LOCK = statement<WithdrawalRow>(
  'withdrawal-lock',
  `SELECT ${WITHDRAWAL} FROM withdrawals w WHERE id = $1 FOR UPDATE`,
);

const CHANGING = ['status', 'statusChangedAt', 'failure', 'connectorReference', 'interaction', 'eventCount'] as const;

const UPDATE = statement(
  'withdrawal-update',
  `UPDATE withdrawals SET ${assignments(WITHDRAWAL_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

/** The one way in which a withdrawal changes: under the lock of its row, until it has ended. */
async function changeWithdrawal(
  store: Store,
  withdrawalID: string,
  decide: (row: WithdrawalRow, tx: Transaction, now: Date) => Promise<RecordedMove> | RecordedMove | undefined,
): Promise<WithdrawalRow> {
  const { snapshot, recorded } = await store.database.transaction(async (tx): Promise<Written> => {
    const [row] = await store.database.run(LOCK, [withdrawalID], tx);
    if (!row) throw notFound('Withdrawal');
    if (row.status !== 'Pending') return { snapshot: row };
    const now = new Date();
    const move = await decide(row, tx, now);
    if (!move) return { snapshot: row };
    const { next, ...told } = move;
    const update = { ...UPDATE, values: [next.id, ...toValues(next, WITHDRAWAL_COLUMNS, CHANGING)] };
    const made = withdrawalChange(next, { ...told, occurredAt: now });
    const append = appendChangeStatement(made, store.origin);
    const answers = await store.database.commitWith([update, append], tx);
    return { snapshot: next, recorded: changeResult(made, answers.getRows(append)) };
  });
  if (recorded) wakeFor(store, recorded);
  return snapshot;
}

interface Written {
  snapshot: WithdrawalRow;
  recorded?: ChangeResult;
}
