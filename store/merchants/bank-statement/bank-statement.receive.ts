import type { AccountStatement } from '../../../domain/merchants/bank-file/bank-file';
import { auditWithin } from '../../platform/audit/audited';
import { insertText, toValues } from '../../postgres/columns';
import { statement } from '../../postgres/database';
import { requireRow } from '../../postgres/require-row';
import { newId } from '../../id';
import type { Store } from '../../store';
import { BANK_STATEMENT, STATEMENT_COLUMNS, type BankStatementRow } from './bank-statement.table';

const INSERT = statement(
  'bank-statement-insert',
  `${insertText('bank_statements', STATEMENT_COLUMNS)} ON CONFLICT (sha256) DO NOTHING RETURNING id`,
);
const FIND_BY_HASH = statement<BankStatementRow>(
  'bank-statement-find-hash',
  `SELECT ${BANK_STATEMENT} FROM bank_statements s WHERE sha256 = $1`,
);
const INSERT_LINES = statement(
  'bank-statement-insert-lines',
  `INSERT INTO bank_statement_lines (statement_id, number, place, entry_id, account, reference, amount, currency, direction, booked_on,
     counter_account, return_reason, bank_reference)
   SELECT $1, number, place, id, account, reference, amount, currency, direction, day, "counterAccount", "returnReason", "servicerReference"
   FROM jsonb_to_recordset($2::jsonb) AS l (number integer, place jsonb, id text, account text, reference text, amount bigint,
     currency text, direction text, day date, "counterAccount" text, "returnReason" text, "servicerReference" text)`,
);

/** Lines of one statement to write. */
const PAGE = 5_000;

/** Keeps the lines of a statement; nothing is paid before two people apply it. The same file again changes nothing. */
export async function receiveBankStatement(
  { database, origin }: Store,
  { sha256, statements }: { sha256: string; statements: readonly AccountStatement[] },
): Promise<{ statement: BankStatementRow; isChanged: boolean }> {
  const lines = statements
    .flatMap(({ account, entries }) => entries.map((entry) => ({ account, entry })))
    .map(({ account, entry: { amountMinor, bookedOn, status, ...entry } }, place) => ({
      ...{ ...entry, account, number: place + 1, amount: amountMinor.toString() },
      day: status === 'booked' ? bookedOn : null,
    }));
  const now = new Date();
  const row = { id: newId(now), sha256, lineCount: lines.length, receivedAt: now, appliedAt: null };
  return database.transaction(async (tx) => {
    const inserted = await database.run(INSERT, toValues(row, STATEMENT_COLUMNS), tx);
    if (inserted.length === 0) {
      const known = requireRow(await database.run(FIND_BY_HASH, [sha256], tx), 'Bank statement');
      return { statement: known, isChanged: false };
    }
    for (let from = 0; from < lines.length; from += PAGE)
      await database.run(INSERT_LINES, [row.id, JSON.stringify(lines.slice(from, from + PAGE))], tx);
    await auditWithin(database, origin, [{ type: 'bankStatement', id: row.id }], tx);
    return { statement: row, isChanged: true };
  });
}
