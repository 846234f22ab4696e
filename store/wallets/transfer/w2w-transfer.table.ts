import type { W2WTransfer } from '../../../domain/wallets/transfer/w2w-transfer';
import { selectList, type Columns } from '../../postgres/columns';

export type W2WTransferRow = Omit<W2WTransfer, 'body'> & { amountMinor: bigint; currency: string };

export const W2W_TRANSFER_COLUMNS: Columns<W2WTransferRow> = {
  id: 'id',
  partyID: 'party_id',
  senderID: 'sender_id',
  receiverID: 'receiver_id',
  createdAt: 'created_at',
  amountMinor: 'amount',
  currency: 'currency',
  externalID: 'external_id',
  status: 'status',
  failure: 'failure',
};

export const W2W_TRANSFER = selectList(W2W_TRANSFER_COLUMNS, 't');

export function fromTransferRow(row: W2WTransferRow): W2WTransfer {
  const { amountMinor, currency, ...transfer } = row;
  return { ...transfer, body: { amountMinor, currency } };
}
