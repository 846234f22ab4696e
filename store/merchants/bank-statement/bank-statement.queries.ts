import { listPage, listing, type Page } from '../../platform/listing/list-page';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { listByID } from '../../postgres/readers';
import { requireRow } from '../../postgres/require-row';
import type { Store } from '../../store';
import { BANK_STATEMENT, STATEMENT_LINE, type BankStatementRow, type StatementLineRow } from './bank-statement.table';

const STATEMENTS = listing<BankStatementRow & { createdAt: Date }>({
  name: 'bank-statement-list',
  select: `SELECT ${BANK_STATEMENT}, s.received_at AS "createdAt" FROM bank_statements s`,
  order: { createdAt: 's.received_at', id: 's.id' },
  owners: [`?::text = ''`],
});

/** The statements that were received, newest first. */
export async function listBankStatements(
  store: Store,
  page: { limit: number; continuationToken?: string | undefined },
): Promise<Page<BankStatementRow>> {
  return listPage(store, STATEMENTS, { owner: '', conditions: [], ...page });
}

const FIND = statement<BankStatementRow>(
  'bank-statement-find',
  `SELECT ${BANK_STATEMENT} FROM bank_statements s WHERE id = $1`,
);
const LOCK = statement<BankStatementRow>(
  'bank-statement-lock',
  `SELECT ${BANK_STATEMENT} FROM bank_statements s WHERE id = $1 FOR UPDATE`,
);

/** @throws Refusal notFound */
export async function getBankStatement(database: Database, id: string, tx?: Transaction): Promise<BankStatementRow> {
  return requireRow(await database.run(tx ? LOCK : FIND, [id], tx), 'Bank statement');
}

const LINES = statement<StatementLineRow>(
  'bank-statement-lines',
  `SELECT ${STATEMENT_LINE} FROM bank_statement_lines l WHERE statement_id = $1 ORDER BY number`,
);

/** All lines of a statement in their order. */
export const listStatementLines = listByID(LINES);

const LINE_PAGE = statement<StatementLineRow>(
  'bank-statement-line-page',
  `SELECT ${STATEMENT_LINE} FROM bank_statement_lines l WHERE statement_id = $1 AND number > $2
     AND (NOT $3 OR result NOT IN ('paid', 'returned', 'known', 'notBooked')) ORDER BY number LIMIT $4`,
);

/** A page of the lines of a statement, or only those at which an operator has to look. */
export async function listLinePage(
  database: Database,
  {
    statementID,
    after,
    areFindings,
    limit,
  }: { statementID: string; after: number; areFindings: boolean; limit: number },
): Promise<StatementLineRow[]> {
  return database.run(LINE_PAGE, [statementID, after, areFindings, limit]);
}

const PAYOUT_LINES = statement<StatementLineRow>(
  'bank-statement-payout-lines',
  `SELECT ${STATEMENT_LINE} FROM bank_statement_lines l WHERE payout_id = $1 ORDER BY statement_id, number`,
);

/** What banks said of a payout. */
export const listPayoutLines = listByID(PAYOUT_LINES);
