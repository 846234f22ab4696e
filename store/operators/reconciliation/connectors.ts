import { firstCursors, type Cursors } from '../../../domain/operators/reconciliation/passes';
import type { ReconciliationProblem } from '../../../domain/operators/reconciliation/problem';
import { toColumn } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';

export interface ReconciledConnector {
  connector: string;
  cursors: Cursors;
  comparedAt: Date | null;
  /** Why reconciliation fails now, and since when. */
  problem: ReconciliationProblem | null;
  problemSince: Date | null;
  /** When an operator ended the reconciliation, who, and why; null while it runs. */
  endedAt: Date | null;
  endedBy: string | null;
  endReason: string | null;
}

interface ConnectorRow extends Omit<ReconciledConnector, 'cursors' | 'problem'> {
  problemKind: ReconciliationProblem['kind'] | null;
  problemText: string | null;
  hourUntil: Date;
  dayUntil: Date;
}

/** The actor that ends the reconciliation with connectors that list no operations, and with unconfigured test connectors. */
export const BY_PLATFORM = 'platform/worker';

const ANNOUNCE = statement(
  'reconciliation-announce',
  `INSERT INTO reconciled_connectors AS c (connector, hour_until, day_until)
   SELECT name, $2, $3 FROM unnest($1::text[]) AS name
   ON CONFLICT (connector) DO UPDATE SET ended_at = NULL, ended_by = NULL, end_reason = NULL WHERE c.ended_by = $4`,
);

/** Registers connectors, except those that an operator ended; the sweeper starts their workflows. Idempotent. */
export async function announceConnectors(
  database: Database,
  names: readonly string[],
  now: Date = new Date(),
  tx?: Transaction,
): Promise<void> {
  const { hour, day } = firstCursors(now);
  if (names.length > 0) await database.run(ANNOUNCE, [names, toColumn(hour), toColumn(day), BY_PLATFORM], tx);
}

const COLUMNS = `connector, hour_until AS "hourUntil", day_until AS "dayUntil", compared_at AS "comparedAt",
  problem_kind AS "problemKind", problem AS "problemText", problem_since AS "problemSince", ended_at AS "endedAt", ended_by AS "endedBy", end_reason AS "endReason"`;

const LIST = statement<ConnectorRow>(
  'reconciliation-connectors',
  `SELECT ${COLUMNS} FROM reconciled_connectors ORDER BY connector`,
);

/** All registered connectors, including ended ones. */
export async function listReconciledConnectors(database: Database): Promise<ReconciledConnector[]> {
  return (await database.run(LIST, [])).map(fromRow);
}

const FIND = statement<ConnectorRow>(
  'reconciliation-connector',
  `SELECT ${COLUMNS} FROM reconciled_connectors WHERE connector = $1`,
);

/** Whether a connector is or was reconciled. */
export async function isReconciled(database: Database, connector: string, tx?: Transaction): Promise<boolean> {
  return (await database.run(FIND, [connector], tx)).length > 0;
}

/** @throws Error if the connector was never registered */
export async function findReconciledConnector(database: Database, connector: string): Promise<ReconciledConnector> {
  const [row] = await database.run(FIND, [connector]);
  if (!row) throw new Error(`connector ${connector} is not reconciled`);
  return fromRow(row);
}

function fromRow({ hourUntil, dayUntil, problemKind, problemText: text, ...row }: ConnectorRow): ReconciledConnector {
  const problem = text === null ? null : { kind: problemKind ?? ('unavailable' as const), ...(text && { text }) };
  return { ...row, problem, cursors: { hour: hourUntil, day: dayUntil } };
}

const NOTE_PROBLEM = statement(
  'reconciliation-note-problem',
  `UPDATE reconciled_connectors SET problem_kind = $2, problem = $3, problem_since = coalesce(problem_since, now())
   WHERE connector = $1`,
);

const MAX_PROBLEM_TEXT = 300;

/** Records why reconciliation fails, until a window is compared. */
export async function recordProblem(
  database: Database,
  connector: string,
  { kind, text = '' }: ReconciliationProblem,
): Promise<void> {
  await database.run(NOTE_PROBLEM, [connector, kind, text.slice(0, MAX_PROBLEM_TEXT)]);
}
