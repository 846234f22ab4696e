import type { FinishedDepositStatus } from '../../../domain/wallets/deposit/deposit';
import { depositAdjustmentMachine } from '../../../domain/wallets/deposit/deposit.machine';
import { assertAdjustable, depositMissing } from '../../../domain/wallets/deposit/deposit-rules';
import { requireTransition } from '../../../domain/platform/machine/machine';
import type { OperationFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { auditWithin } from '../../platform/audit/audited';
import { insertText, toValues } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import type { Store } from '../../store';
import { getDepositOwner } from './deposit-revert.transitions';
import {
  DEPOSIT_ADJUSTMENT,
  DEPOSIT_ADJUSTMENT_COLUMNS,
  fromDepositRow,
  type DepositAdjustmentRow,
} from './deposit.table';
import { lockDeposit, transitionDeposit, postDeposit, saveDeposit, unpostDeposit } from './deposit.transitions';
import { toFailure, runOnce } from '../../platform/ledger/operation';

/** An operator's command: changes the status of a finished deposit. */
export interface NewDepositAdjustment {
  idempotencyKey: string;
  depositID: string;
  target: FinishedDepositStatus;
  externalID: string | null;
}

const INSERT = statement('deposit-adjustment-insert', insertText('deposit_adjustments', DEPOSIT_ADJUSTMENT_COLUMNS));
const FIND_BY_KEY = statement<DepositAdjustmentRow>(
  'deposit-adjustment-find-key',
  `SELECT ${DEPOSIT_ADJUSTMENT} FROM deposit_adjustments d WHERE idempotency_key = $1`,
);
const FIND_OTHERS = statement<Others>(
  'deposit-adjustment-others',
  `SELECT EXISTS (SELECT 1 FROM deposit_adjustments WHERE deposit_id = $1 AND status = 'Pending') AS "isAnotherPending",
     EXISTS (SELECT 1 FROM deposit_reverts WHERE deposit_id = $1 AND status <> 'Failed') AS "hasReverts"`,
);

/** Creates a pending adjustment. @throws Refusal invalidOperationParameters */
export async function createDepositAdjustment(
  store: Store,
  given: NewDepositAdjustment,
  now = new Date(),
): Promise<DepositAdjustmentRow> {
  const { database } = store;
  const isSame = (row: DepositAdjustmentRow): boolean =>
    row.depositID === given.depositID && row.target === given.target;
  const index = 'deposit_adjustments_idempotency_key_key';
  const operation = { key: given.idempotencyKey, index, find: FIND_BY_KEY, isSame };
  return runOnce(database, operation, () =>
    database.transaction(async (tx) => {
      const deposit = await lockDeposit(store, given.depositID, tx);
      if (!deposit) throw depositMissing();
      const [others] = await database.run(FIND_OTHERS, [deposit.id], tx);
      if (!others) throw new Error('the query returned no row');
      assertAdjustable(fromDepositRow(deposit), { target: given.target, ...others });
      const { amountMinor, currency } = deposit;
      const initial = { id: newId(now), createdAt: now, status: depositAdjustmentMachine.initial, failure: null };
      const row: DepositAdjustmentRow = { ...given, ...getDepositOwner(deposit), amountMinor, currency, ...initial };
      await database.run(INSERT, toValues(row, DEPOSIT_ADJUSTMENT_COLUMNS), tx);
      await auditWithin(database, store.origin, [{ type: 'deposit', id: deposit.id }], tx);
      return row;
    }),
  );
}

interface Others {
  isAnotherPending: boolean;
  hasReverts: boolean;
}

const REJECTED: OperationFailure = { code: 'rejected_by_operator' };

/** Pending → Succeeded, or Failed if the wallet lacks funds or would exceed its limit. Idempotent. */
export async function settleDepositAdjustment(
  store: Store,
  adjustmentID: string,
): Promise<DepositAdjustmentRow['status']> {
  try {
    return await changeAdjustment(store, adjustmentID, async (row, tx) => {
      await adjustDeposit(store, row, tx);
      return { action: 'succeed', failure: null };
    });
  } catch (error) {
    const failure = toFailure(error);
    return changeAdjustment(store, adjustmentID, () => Promise.resolve({ action: 'fail', failure }));
  }
}

async function adjustDeposit(store: Store, row: DepositAdjustmentRow, tx: Transaction): Promise<void> {
  const deposit = await lockDeposit(store, row.depositID, tx);
  if (!deposit) throw depositMissing();
  if (row.target === 'Failed') {
    await unpostDeposit(store, deposit, tx);
    await saveDeposit(store, transitionDeposit(deposit, 'adjustToFailed', REJECTED), tx);
  } else {
    await postDeposit(store, deposit, tx);
    await saveDeposit(store, transitionDeposit(deposit, 'adjustToSucceeded', null), tx);
  }
}

const LOCK = statement<DepositAdjustmentRow>(
  'deposit-adjustment-lock',
  `SELECT ${DEPOSIT_ADJUSTMENT} FROM deposit_adjustments d WHERE id = $1 FOR UPDATE`,
);
const UPDATE = statement(
  'deposit-adjustment-update',
  'UPDATE deposit_adjustments SET status = $2, failure = $3 WHERE id = $1',
);

async function changeAdjustment(
  store: Store,
  adjustmentID: string,
  decide: (row: DepositAdjustmentRow, tx: Transaction) => Promise<Decision>,
): Promise<DepositAdjustmentRow['status']> {
  const { database } = store;
  return database.transaction(async (tx) => {
    const [row] = await database.run(LOCK, [adjustmentID], tx);
    if (!row) throw new Error(`adjustment ${adjustmentID} does not exist`);
    if (row.status !== depositAdjustmentMachine.initial) return row.status;
    const { action, failure } = await decide(row, tx);
    const transition = requireTransition(depositAdjustmentMachine, row.status, action);
    await database.run(UPDATE, [row.id, transition.to, failure && JSON.stringify(failure)], tx);
    return transition.to;
  });
}

interface Decision {
  action: 'succeed' | 'fail';
  failure: OperationFailure | null;
}
