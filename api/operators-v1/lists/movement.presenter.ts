import { present } from '../../../domain/platform/fields/present';
import type { Deposit } from '../../../domain/wallets/deposit/deposit';
import { getWithdrawalFee } from '../../../domain/wallets/withdrawal/withdrawal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { toAmounts, type WithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.table';
import type { OperatedDeposit, OperatedWithdrawal } from './lists.types';

export function presentOperatedWithdrawal(row: WithdrawalRow): OperatedWithdrawal {
  const { id, partyID, identityID, walletID, destinationID, status, connector, connectorReference, returnedAt } = row;
  const fee = getWithdrawalFee(toAmounts(row));
  return {
    ...{ id, partyID, identityID, walletID, destinationID, status },
    createdAt: rfc3339Text(row.createdAt),
    statusChangedAt: rfc3339Text(row.statusChangedAt),
    amount: Number(row.amountMinor),
    currency: row.currency,
    sourceAmount: Number(row.sourceMinor),
    sourceCurrency: row.sourceCurrency,
    destinationAmount: Number(row.destinationMinor),
    destinationCurrency: row.destinationCurrency,
    ...(fee === null ? {} : { fee: Number(fee.amountMinor) }),
    ...present({ externalID: row.externalID, errorCode: row.failure?.code, returnedAt: rfc3339Text(returnedAt) }),
    ...present({ connector, connectorReference }),
  };
}

export function presentOperatedDeposit(deposit: Deposit): OperatedDeposit {
  const { id, partyID, walletID, sourceID, status, body, fee, revertedMinor, description, externalID, failure } =
    deposit;
  return {
    ...{ id, partyID, walletID, sourceID, status },
    createdAt: rfc3339Text(deposit.createdAt),
    amount: Number(body.amountMinor),
    currency: body.currency,
    revertedAmount: Number(revertedMinor),
    ...(fee === null ? {} : { fee: Number(fee.amountMinor) }),
    ...present({ description, externalID, errorCode: failure?.code }),
  };
}
