import type { BankParty } from '../../../domain/merchants/bank-file/bank-file';
import type { PayoutStatus } from '../../../domain/merchants/settlement/payout.machine';
import { columnsOf, selectList } from '../../postgres/columns';

/** What a shop is paid for a closed batch. */
export interface PayoutRow {
  id: string;
  partyID: string;
  shopID: string;
  batchID: string;
  amountMinor: bigint;
  currency: string;
  /** The bank account when the batch was closed. */
  creditor: BankParty;
  /** A changed bank account is not paid before. */
  sendFrom: Date | null;
  status: PayoutStatus;
  statusChangedAt: Date;
  createdAt: Date;
  /** Why it failed, was returned or cancelled, as recorded. */
  reason: string | null;
  bankReference: string | null;
  bankFileID: string | null;
  /** The connector account that pays it, instead of a file. */
  connector: string | null;
  connectorReference: string | null;
  /** When the connector accepted it, with the result to come. */
  acceptedAt: Date | null;
  /** When operators should see that its connector has not decided. */
  resultDueAt: Date | null;
  /** What the bank returns in its statement. */
  orderReference: string | null;
}

export const PAYOUT_COLUMNS = columnsOf<PayoutRow>()([
  'id partyID shopID batchID amountMinor currency creditor sendFrom status statusChangedAt createdAt reason',
  'bankReference bankFileID connector connectorReference acceptedAt resultDueAt orderReference',
]);

export const PAYOUT = selectList(PAYOUT_COLUMNS, 'p');
