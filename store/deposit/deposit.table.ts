import type { Deposit, DepositAdjustment, DepositRevert } from '../../domain/deposit/deposit';
import { selectList, type Columns } from '../columns';

/** What operators' rows have beside the entity's fields. */
interface Operation {
  /** The workflow's: the same operation asked again finds what it made. */
  idempotencyKey: string;
  partyID: string;
  identityID: string;
}

interface Cash {
  amountMinor: bigint;
  currency: string;
}

export type DepositRow = Omit<Deposit, 'body' | 'fee'> &
  Cash &
  Operation & { feeMinor: bigint | null; postingCount: number };
export type DepositRevertRow = Omit<DepositRevert, 'body'> & Cash & Operation;
export type DepositAdjustmentRow = DepositAdjustment & Cash & Operation & { walletID: string; sourceID: string };

const OPERATION_COLUMNS = {
  id: 'id',
  idempotencyKey: 'idempotency_key',
  partyID: 'party_id',
  identityID: 'identity_id',
  walletID: 'wallet_id',
  sourceID: 'source_id',
  createdAt: 'created_at',
  amountMinor: 'amount',
  currency: 'currency',
  externalID: 'external_id',
  status: 'status',
  failure: 'failure',
} as const;

export const DEPOSIT_COLUMNS: Columns<DepositRow> = {
  ...OPERATION_COLUMNS,
  feeMinor: 'fee',
  revertedMinor: 'reverted_amount',
  postingCount: 'posting_count',
  description: 'description',
};

export const DEPOSIT_REVERT_COLUMNS: Columns<DepositRevertRow> = {
  ...OPERATION_COLUMNS,
  depositID: 'deposit_id',
  reason: 'reason',
};

export const DEPOSIT_ADJUSTMENT_COLUMNS: Columns<DepositAdjustmentRow> = {
  ...OPERATION_COLUMNS,
  depositID: 'deposit_id',
  target: 'target',
};

/** The lists for SELECTs of deposits, reverts and adjustments, each as `d`. */
export const DEPOSIT = selectList(DEPOSIT_COLUMNS, 'd');
export const DEPOSIT_REVERT = selectList(DEPOSIT_REVERT_COLUMNS, 'd');
export const DEPOSIT_ADJUSTMENT = selectList(DEPOSIT_ADJUSTMENT_COLUMNS, 'd');

/** A deposit as its rules know it. */
export function fromDepositRow(row: DepositRow): Deposit {
  const { amountMinor, currency, feeMinor } = row;
  return {
    ...row,
    body: { amountMinor, currency },
    fee: feeMinor === null ? null : { amountMinor: feeMinor, currency },
  };
}

/** A revert as its rules know it. */
export function fromRevertRow(row: DepositRevertRow): DepositRevert {
  return { ...row, body: { amountMinor: row.amountMinor, currency: row.currency } };
}
