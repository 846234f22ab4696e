import { requireRow } from '../../postgres/require-row';
import type { W2WTransfer } from '../../../domain/wallets/transfer/w2w-transfer';
import { statement, type Database } from '../../postgres/database';
import { fromTransferRow, W2W_TRANSFER, type W2WTransferRow } from './w2w-transfer.table';

const FIND = statement<W2WTransferRow>(
  'w2w-transfer-find',
  `SELECT ${W2W_TRANSFER} FROM w2w_transfers t WHERE id = $1 AND party_id = $2`,
);

/** A transfer that the party made. @throws Refusal notFound */
export async function getW2WTransfer(
  database: Database,
  { transferID, partyID }: { transferID: string; partyID: string },
): Promise<W2WTransfer> {
  return fromTransferRow(requireRow(await database.run(FIND, [transferID, partyID]), 'Transfer'));
}
