import type { Deposit, DepositAdjustment, DepositRevert } from '../../../domain/wallets/deposit/deposit';
import { columnsOf, selectList } from '../../postgres/columns';

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

const OPERATION =
  'id idempotencyKey partyID identityID walletID sourceID createdAt amountMinor currency externalID status failure';

const REVERTED = { revertedMinor: 'reverted_amount' };
export const DEPOSIT_COLUMNS = columnsOf<DepositRow>()(
  [OPERATION, 'feeMinor revertedMinor postingCount description'],
  REVERTED,
);
export const DEPOSIT_REVERT_COLUMNS = columnsOf<DepositRevertRow>()([OPERATION, 'depositID reason']);
export const DEPOSIT_ADJUSTMENT_COLUMNS = columnsOf<DepositAdjustmentRow>()([OPERATION, 'depositID target']);

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
