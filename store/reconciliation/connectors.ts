import { firstCursors, type Cursors } from '../../domain/reconciliation/passes';
import { toColumn } from '../columns';
import { statement, type Database, type Transaction } from '../database';

/** How far the comparison with a connector has come. */
export interface ReconciledConnector {
  connector: string;
  cursors: Cursors;
  /** When a window was compared last; null where none was yet. */
  comparedAt: Date | null;
  /** Why nothing can be compared now, and since when. */
  problem: string | null;
  problemSince: Date | null;
  /** When an operator ended the comparison, who, and why; null where it goes on. */
  endedAt: Date | null;
  endedBy: string | null;
  endReason: string | null;
}

interface ConnectorRow extends Omit<ReconciledConnector, 'cursors'> {
  hourUntil: Date;
  dayUntil: Date;
}

/** Ends the comparison with connectors that list nothing, or that are test connectors and not configured. */
export const BY_PLATFORM = 'platform/worker';

const ANNOUNCE = statement(
  'reconciliation-announce',
  `INSERT INTO reconciled_connectors AS c (connector, hour_until, day_until)
   SELECT name, $2, $3 FROM unnest($1::text[]) AS name
   ON CONFLICT (connector) DO UPDATE SET ended_at = NULL, ended_by = NULL, end_reason = NULL WHERE c.ended_by = $4`,
);

/**
 * Notes which connectors can be compared; each gets a workflow of its own, by its lifeline. Idempotent. One that an operator has
 * ended stays so.
 */
export async function announceConnectors(
  database: Database,
  names: readonly string[],
  now: Date = new Date(),
): Promise<void> {
  const { hour, day } = firstCursors(now);
  if (names.length > 0) await database.run(ANNOUNCE, [names, toColumn(hour), toColumn(day), BY_PLATFORM]);
}

const COLUMNS = `connector, hour_until AS "hourUntil", day_until AS "dayUntil", compared_at AS "comparedAt", problem,
  problem_since AS "problemSince", ended_at AS "endedAt", ended_by AS "endedBy", end_reason AS "endReason"`;

const LIST = statement<ConnectorRow>(
  'reconciliation-connectors',
  `SELECT ${COLUMNS} FROM reconciled_connectors ORDER BY connector`,
);

/** All connectors that are compared, and those that were. */
export async function listReconciledConnectors(database: Database): Promise<ReconciledConnector[]> {
  return (await database.run(LIST, [])).map(fromRow);
}

const FIND = statement<ConnectorRow>(
  'reconciliation-connector',
  `SELECT ${COLUMNS} FROM reconciled_connectors WHERE connector = $1`,
);

/** Whether a connector is compared, or was. */
export async function isReconciled(database: Database, connector: string, tx?: Transaction): Promise<boolean> {
  return (await database.run(FIND, [connector], tx)).length > 0;
}

/** One of them. @throws Error where it was never announced */
export async function findReconciledConnector(database: Database, connector: string): Promise<ReconciledConnector> {
  const [row] = await database.run(FIND, [connector]);
  if (!row) throw new Error(`the connector ${connector} is not compared`);
  return fromRow(row);
}

function fromRow({ hourUntil, dayUntil, ...row }: ConnectorRow): ReconciledConnector {
  return { ...row, cursors: { hour: hourUntil, day: dayUntil } };
}

const NOTE_PROBLEM = statement(
  'reconciliation-note-problem',
  `UPDATE reconciled_connectors SET problem = $2, problem_since = coalesce(problem_since, now()) WHERE connector = $1`,
);

const MAX_PROBLEM = 300;

/** Writes why a connector cannot be compared now: until a window is. */
export async function noteProblem(database: Database, connector: string, problem: string): Promise<void> {
  await database.run(NOTE_PROBLEM, [connector, problem.slice(0, MAX_PROBLEM)]);
}
