import type { Finding } from '../../../domain/operators/reconciliation/finding';
import type { Pass, Window } from '../../../domain/operators/reconciliation/passes';
import type { Sum } from '../../../domain/operators/reconciliation/sums';
import { toColumn } from '../../postgres/columns';
import { statement, type Database, type Statement } from '../../postgres/database';
import { findingsStatements } from './findings';

export interface ComparedWindow {
  connector: string;
  pass: Pass;
  window: Window;
  operationCount: number;
  findings: readonly Finding[];
  sums: readonly Sum[];
}

const ADVANCE: Record<Pass, Statement<{ connector: string }>> = {
  hour: statement<{ connector: string }>(
    'reconciliation-advance-hour',
    `UPDATE reconciled_connectors SET hour_until = $3, compared_at = now(), problem = NULL, problem_kind = NULL,
       problem_since = NULL
     WHERE connector = $1 AND hour_until = $2 RETURNING connector`,
  ),
  day: statement<{ connector: string }>(
    'reconciliation-advance-day',
    `UPDATE reconciled_connectors SET day_until = $3, compared_at = now(), problem = NULL, problem_kind = NULL,
       problem_since = NULL
     WHERE connector = $1 AND day_until = $2 RETURNING connector`,
  ),
};

const INSERT = statement(
  'reconciliation-window-insert',
  `INSERT INTO reconciliation_windows
     (connector, pass, from_time, to_time, operation_count, finding_count, sums)
   VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
);

/** Records a window and advances to the next in one transaction. @returns false if another process already did; then nothing is written */
export async function recordWindow(database: Database, compared: ComparedWindow, now: Date): Promise<boolean> {
  const { connector, pass, window, operationCount, findings, sums } = compared;
  const [from, to] = [toColumn(window.from), toColumn(window.to)];
  return database.transaction(async (tx) => {
    const [advanced] = await database.run(ADVANCE[pass], [connector, from, to], tx);
    if (!advanced) return false;
    const values = [connector, pass, from, to, operationCount, findings.length, sumsText(sums)];
    await database.commitWith([...findingsStatements({ ...compared, now }), { ...INSERT, values }], tx);
    return true;
  });
}

/** Writes amounts as digits: a sum may exceed the largest exact JSON integer. */
function sumsText(sums: readonly Sum[]): string {
  return JSON.stringify(sums, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
