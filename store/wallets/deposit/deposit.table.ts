import type { Deposit, DepositAdjustment, DepositRevert } from '../../../domain/wallets/deposit/deposit';
import { selectList, type Columns } from '../../postgres/columns';

interface Operation {
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

export const DEPOSIT = selectList(DEPOSIT_COLUMNS, 'd');
export const DEPOSIT_REVERT = selectList(DEPOSIT_REVERT_COLUMNS, 'd');
export const DEPOSIT_ADJUSTMENT = selectList(DEPOSIT_ADJUSTMENT_COLUMNS, 'd');

export function fromDepositRow(row: DepositRow): Deposit {
  const { amountMinor, currency, feeMinor } = row;
  return {
    ...row,
    body: { amountMinor, currency },
    fee: feeMinor === null ? null : { amountMinor: feeMinor, currency },
  };
}

export function fromRevertRow(row: DepositRevertRow): DepositRevert {
  return { ...row, body: { amountMinor: row.amountMinor, currency: row.currency } };
}
