import type { RunProblem } from '../../../domain/operators/recovery/run-problem';
import { statement, type Database } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import { appendCommands } from '../../platform/outbox/outbox';
import type { StartCommand } from '../../change-log';
import type { Store } from '../../store';

export interface Sweep {
  kind: string;
  after: string[] | null;
}

const ENSURE = statement(
  'sweep-ensure',
  'INSERT INTO sweeps (kind) SELECT unnest($1::text[]) ON CONFLICT (kind) DO NOTHING',
);

/** Registers the sweeps that workers share. Idempotent. */
export async function ensureSweeps({ database }: Store, kinds: readonly string[]): Promise<void> {
  await database.run(ENSURE, [kinds]);
}

const TAKE = statement<Sweep>(
  'sweep-take',
  `UPDATE sweeps SET due_at = now() + make_interval(secs => $1)
   WHERE kind = (SELECT kind FROM sweeps WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING kind, after`,
);

/** Leases the most overdue sweep; undefined if none is due. */
export async function leaseSweep({ database }: Store, leaseSeconds: number): Promise<Sweep | undefined> {
  const [sweep] = await database.run(TAKE, [leaseSeconds]);
  return sweep;
}

const PUT_BACK = statement(
  'sweep-put-back',
  'UPDATE sweeps SET after = $2, due_at = now() + make_interval(secs => $3) WHERE kind = $1',
);

/** Stores a sweep's cursor and when it is due again. */
export async function releaseSweep({ database }: Store, { kind, after }: Sweep, pauseSeconds: number): Promise<void> {
  await database.run(PUT_BACK, [kind, after, pauseSeconds]);
}

/** Repeated restarts of a workflow back off up to a day. */
const BACKOFF = `make_interval(secs => least(5 * power(2, least(r.count, 20)), 86400))`;

/** Skips workflows with a pending command. A claim lasts for the backoff, so one worker restarts a workflow. */
const CLAIM = statement<{ workflowID: string }>(
  'restart-claim',
  `INSERT INTO workflow_restarts AS r (workflow_id, count, restarted_at, reason)
   SELECT lost.id, 1, now(), $2 FROM unnest($1::text[]) AS lost (id)
   WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.workflow_id = lost.id) ORDER BY lost.id
   ON CONFLICT (workflow_id) DO UPDATE SET count = r.count + 1, restarted_at = now(), reason = $2
   WHERE r.restarted_at < now() - ${BACKOFF}
   RETURNING workflow_id AS "workflowID"`,
);

export interface RestartReason {
  problem: RunProblem;
  /** Ends the runs of claimed workflows, before the new ones start. */
  endRuns?: (workflowIDs: ReadonlySet<string>) => Promise<void>;
}

/**
 * Restarts workflows of open entities. No transaction is open while runs are ended: what a crash leaves undone after the claim is due again after
 * the backoff. @returns the ids of restarted workflows
 */
export async function recordRestarts(
  store: Store,
  starts: readonly StartCommand[],
  { problem, endRuns }: RestartReason = { problem: 'missing' },
): Promise<string[]> {
  if (starts.length === 0) return [];
  const ids = starts.map(({ workflowID }) => workflowID);
  const claimed = await store.database.run(CLAIM, [ids, problem]);
  if (claimed.length === 0) return [];
  const due = new Set(claimed.map(({ workflowID }) => workflowID));
  await endRuns?.(due);
  await appendCommands(store.database, starts.filter(({ workflowID }) => due.has(workflowID)).map(asRestart));
  store.wakeUp.send('outbox');
  return [...due];
}

/** An earlier run may have called the connector, so the new one looks up first. */
export function asRestart(start: StartCommand): StartCommand {
  const [input, ...rest] = start.args;
  return { ...start, args: [{ ...(input as object), isRestart: true }, ...rest], mayRunAgain: true };
}

const DELETE_OLD = statement(
  'restart-delete-old',
  `DELETE FROM workflow_restarts WHERE restarted_at < now() - interval '7 days'`,
);

/** Deletes the counts of workflows that were not restarted for a week. */
export async function deleteOldRestarts({ database }: Store): Promise<void> {
  await database.run(DELETE_OLD, []);
}

/** A workflow fails that was restarted twice, and lately: one that works is not restarted again after its backoff. */
export const IS_FAILING = `r.count >= 2 AND r.restarted_at > now() - interval '1 hour' - 2 * ${BACKOFF}`;

const FAILING_COUNTS = statement<{ type: string; count: number }>(
  'restart-failing-counts',
  `SELECT coalesce(split_part(r.workflow_id, '/', 1), '') AS type, count(*)::integer AS count
   FROM workflow_restarts r WHERE ${IS_FAILING} GROUP BY 1`,
);

/** How many workflows fail again after restarts, by the first part of their ids. */
export const countFailingWorkflows = listAll(FAILING_COUNTS);

const FAILING = statement<{ workflowID: string; count: number; reason: RunProblem }>(
  'restart-failing',
  `SELECT r.workflow_id AS "workflowID", r.count, r.reason FROM workflow_restarts r WHERE ${IS_FAILING}
   ORDER BY r.count DESC, r.workflow_id LIMIT $1`,
);

/** Workflows that fail again after restarts, the most often restarted first. */
export async function listFailingWorkflows(database: Database, limit: number) {
  return database.run(FAILING, [limit]);
}
