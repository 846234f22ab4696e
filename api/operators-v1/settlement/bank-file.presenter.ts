import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { BankFileRow } from '../../../store/merchants/bank-file/bank-file.table';
import type { BankStatementRow, StatementLineRow } from '../../../store/merchants/bank-statement/bank-statement.table';
import { presentPayout } from '../../settlement/settlement.presenter';
import type { PayoutRow } from '../../../store/merchants/settlement/payout.table';
import type { OperatedPayout } from './operated-settlement.types';
import type * as Wire from './bank-file.types';

export function presentBankFile(row: BankFileRow): Wire.BankFile {
  const { id, paymentInstitutionID, account, format, status, currency, payoutCount, executionDate, sha256 } = row;
  return {
    ...{ id, paymentInstitutionID, account, format, status, currency, payoutCount, executionDate, sha256 },
    amount: Number(row.amountMinor),
    createdAt: rfc3339Text(row.createdAt),
    ...(row.decidedAt && { decidedAt: rfc3339Text(row.decidedAt) }),
  };
}

export function presentBankStatement(row: BankStatementRow): Wire.BankStatement {
  const { id, sha256, lineCount, receivedAt, appliedAt } = row;
  return {
    ...{ id, sha256, lineCount, receivedAt: rfc3339Text(receivedAt) },
    ...(appliedAt && { appliedAt: rfc3339Text(appliedAt) }),
  };
}

export function presentBankLine(row: StatementLineRow): Wire.BankLine {
  const { statementID, number, place, account, direction, amountMinor, currency, ...rest } = row;
  const { entryID: _, ...optional } = rest;
  const known = Object.entries(optional).filter(([, value]) => value !== null);
  return {
    ...{ statementID, number, account, direction, amount: Number(amountMinor), currency },
    ...(place.line !== undefined && { line: place.line }),
    ...(place.entry !== undefined && { entry: place.entry }),
    ...(Object.fromEntries(known) as Pick<Wire.BankLine, 'reference'>),
  };
}

export function presentOperatedPayout(row: PayoutRow): OperatedPayout {
  const { bankFileID, orderReference, connector, connectorReference, resultDueAt } = row;
  return {
    ...presentPayout(row),
    ...(bankFileID !== null && { bankFileID }),
    ...(orderReference !== null && { orderReference }),
    ...(connector !== null && { connector }),
    ...(connectorReference !== null && { connectorReference }),
    ...(resultDueAt !== null && { resultDueAt: rfc3339Text(resultDueAt) }),
  };
}
