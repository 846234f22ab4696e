import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Deposit, DepositAdjustment, DepositRevert } from '../../../domain/wallets/deposit/deposit';
import { presentMoney } from '../shared/asset';
import type * as AdjustmentWire from './deposit-adjustment.types';
import type * as RevertWire from './deposit-revert.types';
import type * as Wire from './deposit.types';

export function presentDeposit(deposit: Deposit): Wire.Deposit {
  return {
    id: deposit.id,
    createdAt: rfc3339Text(deposit.createdAt),
    wallet: deposit.walletID,
    source: deposit.sourceID,
    body: presentMoney(deposit.body),
    fee: deposit.fee ? presentMoney(deposit.fee) : undefined,
    externalID: deposit.externalID ?? undefined,
    desc: deposit.description ?? undefined,
    status: deposit.status,
    failure: deposit.failure ?? undefined,
  };
}

export function presentDepositRevert(revert: DepositRevert): RevertWire.DepositRevert {
  return {
    id: revert.id,
    createdAt: rfc3339Text(revert.createdAt),
    wallet: revert.walletID,
    source: revert.sourceID,
    body: presentMoney(revert.body),
    reason: revert.reason ?? undefined,
    externalID: revert.externalID ?? undefined,
    status: revert.status,
    failure: revert.failure ?? undefined,
  };
}

export function presentDepositAdjustment(adjustment: DepositAdjustment): AdjustmentWire.DepositAdjustment {
  return {
    id: adjustment.id,
    createdAt: rfc3339Text(adjustment.createdAt),
    externalID: adjustment.externalID ?? undefined,
    status: adjustment.status,
    failure: adjustment.failure ?? undefined,
  };
}
