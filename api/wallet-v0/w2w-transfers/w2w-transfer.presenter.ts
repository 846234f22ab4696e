import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { W2WTransfer } from '../../../domain/wallets/transfer/w2w-transfer';
import { presentMoney } from '../shared/asset';
import type * as Wire from './w2w-transfer.types';

/** A transfer as the Wallet API shows it, with the failure in the status object. */
export function presentW2WTransfer(transfer: W2WTransfer): Wire.W2WTransfer {
  const failure = transfer.failure ?? undefined;
  return {
    id: transfer.id,
    createdAt: rfc3339Text(transfer.createdAt),
    body: presentMoney(transfer.body),
    sender: transfer.senderID,
    receiver: transfer.receiverID,
    status: { status: transfer.status, failure },
    failure,
    externalID: transfer.externalID ?? undefined,
  };
}
