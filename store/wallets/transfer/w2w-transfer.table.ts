import type { W2WTransfer } from '../../../domain/wallets/transfer/w2w-transfer';
import { columnsOf, selectList } from '../../postgres/columns';

export type W2WTransferRow = Omit<W2WTransfer, 'body'> & { amountMinor: bigint; currency: string };

export const W2W_TRANSFER_COLUMNS = columnsOf<W2WTransferRow>()([
  'id partyID senderID receiverID createdAt amountMinor currency externalID status failure',
]);

export const W2W_TRANSFER = selectList(W2W_TRANSFER_COLUMNS, 't');

export function fromTransferRow(row: W2WTransferRow): W2WTransfer {
  const { amountMinor, currency, ...transfer } = row;
  return { ...transfer, body: { amountMinor, currency } };
}
