import { notFound } from '../../../domain/platform/errors/refusal';
import { requireTransition } from '../../../domain/platform/machine/machine';
import type { Redirect } from '../../../domain/payments/payment/user-interaction';
import type { WithdrawalChange } from '../../../domain/wallets/withdrawal/withdrawal';
import type { WithdrawalFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { withdrawalMachine, type WithdrawalAction } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import type { WithdrawalTopicEvent } from '../../../webhook-messages/wallets/events';
import { assignments, toValues } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import { changeResult, appendChangeStatement, type ChangeResult } from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
import { toStatusChange, withdrawalChange } from './withdrawal.events';
import { postWithdrawal, releaseWithdrawal } from './withdrawal.ledger';
import { WITHDRAWAL, WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawal.table';

interface WithdrawalTransition {
  next: WithdrawalRow;
  emits: readonly WithdrawalTopicEvent['eventType'][];
}

type RecordedTransition = WithdrawalTransition & { changes: readonly WithdrawalChange[] };

/** Pending → Succeeded: paid out; posts the holds. Idempotent. */
export async function recordPayOut(
  store: Store,
  withdrawalID: string,
  connectorReference: string,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await postWithdrawal(store.database, row, tx);
    const { next, emits } = applyTransition(row, 'succeed', now);
    return withEndedInteraction(row, { next: { ...next, connectorReference }, emits });
  });
}

/** Pending → Failed: declined; voids the holds. Idempotent. */
export async function recordPayOutFailure(
  store: Store,
  withdrawalID: string,
  failure: WithdrawalFailure,
): Promise<WithdrawalRow> {
  return changeWithdrawal(store, withdrawalID, async (row, tx, now) => {
    await releaseWithdrawal(store.database, row, tx);
    return withEndedInteraction(row, toFailed(row, failure, now));
  });
}

/** Records an interaction of the owner, which the withdrawal waits for. Idempotent. */
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

/** A status change finishes the open interaction; the finish is the first change of the event. */
function withEndedInteraction(row: WithdrawalRow, { next, emits }: WithdrawalTransition): RecordedTransition {
  const status = toStatusChange(next);
  if (!row.interaction) return { next, emits, changes: [status] };
  const changes: WithdrawalChange[] = [{ changeType: 'UserInteractionFinished' }, status];
  return { next: { ...next, interaction: null }, emits, changes };
}

export function toFailed(row: WithdrawalRow, failure: WithdrawalFailure, now: Date): WithdrawalTransition {
  const { next, emits } = applyTransition(row, 'fail', now);
  return { next: { ...next, failure }, emits };
}

function applyTransition(row: WithdrawalRow, action: WithdrawalAction, now: Date): WithdrawalTransition {
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

/** Every change of a withdrawal, under the lock of its row, while it is pending. */
async function changeWithdrawal(
  store: Store,
  withdrawalID: string,
  decide: (
    row: WithdrawalRow,
    tx: Transaction,
    now: Date,
  ) => Promise<RecordedTransition> | RecordedTransition | undefined,
): Promise<WithdrawalRow> {
  const { snapshot, recorded } = await store.database.transaction(async (tx): Promise<ChangedWithdrawal> => {
    const [row] = await store.database.run(LOCK, [withdrawalID], tx);
    if (!row) throw notFound('Withdrawal');
    if (row.status !== 'Pending') return { snapshot: row };
    const now = new Date();
    const result = await decide(row, tx, now);
    if (!result) return { snapshot: row };
    const { next, ...event } = result;
    const update = { ...UPDATE, values: [next.id, ...toValues(next, WITHDRAWAL_COLUMNS, CHANGING)] };
    const change = withdrawalChange(next, { ...event, occurredAt: now });
    const append = appendChangeStatement(change, store.origin);
    const answers = await store.database.commitWith([update, append], tx);
    return { snapshot: next, recorded: changeResult(change, answers.getRows(append)) };
  });
  if (recorded) wakeDispatchers(store, recorded);
  return snapshot;
}

interface ChangedWithdrawal {
  snapshot: WithdrawalRow;
  recorded?: ChangeResult;
}
