import type { BankParty } from '../../../domain/merchants/bank-file/bank-file';
import type { BankFileFormat, BankFileStatus } from '../../../domain/merchants/bank-file/file-format';
import { columnsOf, selectList } from '../../postgres/columns';

/** A file of payment orders for a bank; its content never changes. */
export interface BankFileRow {
  /** Of the command that made it. */
  id: string;
  paymentInstitutionID: number;
  currency: string;
  format: BankFileFormat;
  /** The provider's account, as it was when the file was made. */
  debtor: BankParty;
  account: string;
  /** A day of the calendar. */
  executionDate: string;
  /** The number of its first order among those of the account and the day. */
  firstNumber: number;
  payoutCount: number;
  amountMinor: bigint;
  status: BankFileStatus;
  createdAt: Date;
  decidedAt: Date | null;
  sha256: string;
}

export const BANK_FILE_COLUMNS = columnsOf<BankFileRow>()([
  'id paymentInstitutionID currency format debtor account executionDate firstNumber payoutCount amountMinor',
  'status createdAt decidedAt sha256',
]);

export const BANK_FILE = selectList(BANK_FILE_COLUMNS, 'f').replace('f.execution_date AS', 'f.execution_date::text AS');
