import { depositRevertMachine } from '../../../domain/wallets/deposit/deposit.machine';
import { assertRevertible, depositMissing } from '../../../domain/wallets/deposit/deposit-rules';
import { findTransition } from '../../../domain/platform/machine/machine';
import type { OperationStatus } from '../../../domain/platform/machine/operation';
import { auditWithin } from '../../platform/audit/audited';
import { insertText, toValues } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { hold, move, postPending } from '../../platform/ledger/ledger';
import type { Store } from '../../store';
import {
  DEPOSIT_REVERT,
  DEPOSIT_REVERT_COLUMNS,
  fromDepositRow,
  type DepositRevertRow,
  type DepositRow,
} from './deposit.table';
import { getAccounts, lockDeposit, saveDeposit } from './deposit.transitions';
import { toFailure, runOnce } from '../../platform/ledger/operation';

/** An operator's command: returns some or all of a deposit to its source. */
export interface NewDepositRevert {
  idempotencyKey: string;
  depositID: string;
  amountMinor: bigint;
  currency: string;
  externalID: string | null;
  reason: string | null;
}

const INSERT = statement('deposit-revert-insert', insertText('deposit_reverts', DEPOSIT_REVERT_COLUMNS));
const FIND_BY_KEY = statement<DepositRevertRow>(
  'deposit-revert-find-key',
  `SELECT ${DEPOSIT_REVERT} FROM deposit_reverts d WHERE idempotency_key = $1`,
);
const FIND_PENDING = statement<PendingOperations>(
  'deposit-revert-under-way',
  `SELECT coalesce(sum(amount), 0)::bigint AS "pendingMinor",
     EXISTS (SELECT 1 FROM deposit_adjustments WHERE deposit_id = $1 AND status = 'Pending') AS "isAdjustmentPending"
   FROM deposit_reverts WHERE deposit_id = $1 AND status = 'Pending'`,
);

/** Creates a revert and holds its money, or a failed one without funds. @throws Refusal invalidOperationParameters */
export async function createDepositRevert(
  store: Store,
  given: NewDepositRevert,
  now = new Date(),
): Promise<DepositRevertRow> {
  const isSame = (row: DepositRevertRow): boolean =>
    row.depositID === given.depositID && row.amountMinor === given.amountMinor;
  const operation = {
    key: given.idempotencyKey,
    index: 'deposit_reverts_idempotency_key_key',
    find: FIND_BY_KEY,
    isSame,
  };
  return runOnce(store.database, operation, async () => {
    try {
      return await insertRevert(store, { given, now, holdsMoney: true });
    } catch (error) {
      const failure = toFailure(error);
      return insertRevert(store, { given, now, holdsMoney: false, failure });
    }
  });
}

interface PendingOperations {
  pendingMinor: bigint;
  isAdjustmentPending: boolean;
}

interface RevertInput {
  given: NewDepositRevert;
  now: Date;
  holdsMoney: boolean;
  failure?: DepositRevertRow['failure'];
}

async function insertRevert(store: Store, { given, now, holdsMoney, failure }: RevertInput): Promise<DepositRevertRow> {
  const { database } = store;
  return database.transaction(async (tx) => {
    const deposit = await lockDeposit(store, given.depositID, tx);
    if (!deposit) throw depositMissing();
    const [pending] = await database.run(FIND_PENDING, [deposit.id], tx);
    if (!pending) throw new Error('the query returned no row');
    assertRevertible(fromDepositRow(deposit), { body: given, ...pending });
    const row: DepositRevertRow = {
      ...given,
      ...getDepositOwner(deposit),
      id: newId(now),
      createdAt: now,
      status: holdsMoney ? depositRevertMachine.initial : 'Failed',
      failure: failure ?? null,
    };
    await database.run(INSERT, toValues(row, DEPOSIT_REVERT_COLUMNS), tx);
    if (holdsMoney) await holdRevert(store, row, tx);
    await auditWithin(database, store.origin, [{ type: 'deposit', id: deposit.id }], tx);
    return row;
  });
}

/** The owner fields that reverts and adjustments copy from their deposit. */
export function getDepositOwner({ partyID, identityID, walletID, sourceID }: DepositRow) {
  return { partyID, identityID, walletID, sourceID };
}

async function holdRevert(store: Store, row: DepositRevertRow, tx: Transaction): Promise<void> {
  const [wallet, source] = getAccounts({ ...row, description: null });
  const { amountMinor, currency } = row;
  const transfer = {
    id: formatHoldName(row.id),
    debitAccountID: wallet,
    creditAccountID: source,
    amountMinor,
    currency,
  };
  await move(store.database, [hold({ ...transfer, reason: 'deposit revert started' })], tx);
}

function formatHoldName(revertID: string): string {
  return `deposit-revert/${revertID}/hold`;
}

const LOCK = statement<DepositRevertRow>(
  'deposit-revert-lock',
  `SELECT ${DEPOSIT_REVERT} FROM deposit_reverts d WHERE id = $1 FOR UPDATE`,
);
const UPDATE = statement('deposit-revert-update', 'UPDATE deposit_reverts SET status = $2 WHERE id = $1');

/** Pending → Succeeded: returns the held money to the source. Idempotent. */
export async function settleDepositRevert(store: Store, revertID: string): Promise<OperationStatus> {
  const { database } = store;
  return database.transaction(async (tx) => {
    const [row] = await database.run(LOCK, [revertID], tx);
    const deposit = row && (await lockDeposit(store, row.depositID, tx));
    if (!row || !deposit) throw new Error(`revert ${revertID} does not exist`);
    const transition = findTransition(depositRevertMachine, row.status, 'succeed');
    if (!transition) return row.status;
    const resolution = { id: `deposit-revert/${revertID}/post`, pendingID: formatHoldName(revertID) };
    await move(database, [postPending({ ...resolution, reason: 'deposit reverted' })], tx);
    await saveDeposit(store, { ...deposit, revertedMinor: deposit.revertedMinor + row.amountMinor }, tx);
    await database.run(UPDATE, [row.id, transition.to], tx);
    return transition.to;
  });
}
