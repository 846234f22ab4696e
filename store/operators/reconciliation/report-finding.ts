import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { firstCursors } from '../../../domain/operators/reconciliation/passes';
import { toColumn } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { BY_PLATFORM } from './connectors';
import { findingsStatements, type FoundBy } from './findings';

/** Registers a connector that lists no operations as ended, so that it can have findings. */
const ADMIT = statement(
  'reconciliation-admit',
  `INSERT INTO reconciled_connectors (connector, hour_until, day_until, ended_at, ended_by, end_reason)
   VALUES ($1, $2, $3, now(), $4, 'it does not list its operations') ON CONFLICT DO NOTHING`,
);

/** Records a finding outside of a pass. Idempotent. */
export async function reportFinding(
  database: Database,
  connector: string,
  finding: Finding,
  now: Date = new Date(),
): Promise<void> {
  await database.transaction(async (tx) =>
    writeFindings(database, { connector, pass: 'hour', findings: [finding], now }, tx),
  );
}

/** As `reportFinding`, for findings of a transaction. */
export async function writeFindings(
  database: Database,
  given: { connector: string; pass: FoundBy; findings: readonly Finding[]; now: Date },
  tx: Transaction,
): Promise<void> {
  const { connector, now } = given;
  const { hour, day } = firstCursors(now);
  await database.run(ADMIT, [connector, toColumn(hour), toColumn(day), BY_PLATFORM], tx);
  for (const { values, ...written } of findingsStatements({ ...given, window: { from: hour, to: now } })) {
    await database.run(written, values, tx);
  }
}
