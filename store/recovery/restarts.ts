import { statement } from '../postgres/database';
import { appendCommands } from '../outbox/outbox';
import type { StartCommand } from '../change-log';
import type { Store } from '../store';

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

/** Repeated restarts back off up to a day. Skips workflows with a pending command. */
const CLAIM = statement<{ workflowID: string }>(
  'restart-claim',
  `INSERT INTO workflow_restarts AS r (workflow_id, count, restarted_at)
   SELECT lost.id, 1, now() FROM unnest($1::text[]) AS lost (id)
   WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.workflow_id = lost.id) ORDER BY lost.id
   ON CONFLICT (workflow_id) DO UPDATE SET count = r.count + 1, restarted_at = now()
   WHERE r.restarted_at < now() - make_interval(secs => least(5 * power(2, least(r.count, 20)), 86400))
   RETURNING workflow_id AS "workflowID"`,
);

/** Restarts missing workflows of open entities. @returns the ids of restarted workflows */
export async function recordRestarts(store: Store, starts: readonly StartCommand[]): Promise<string[]> {
  if (starts.length === 0) return [];
  const { database } = store;
  const restarted = await database.transaction(async (tx) => {
    const ids = starts.map(({ workflowID }) => workflowID);
    const claimed = await database.run(CLAIM, [ids], tx);
    const due = new Set(claimed.map(({ workflowID }) => workflowID));
    await appendCommands(database, starts.filter(({ workflowID }) => due.has(workflowID)).map(asRestart), tx);
    return [...due];
  });
  if (restarted.length > 0) store.wakeUp.send('outbox');
  return restarted;
}

/** An earlier run may have called the connector, so the new one looks up first. */
function asRestart(start: StartCommand): StartCommand {
  const [input, ...rest] = start.args;
  return { ...start, args: [{ ...(input as object), isRestart: true }, ...rest], mayRunAgain: true };
}

const DELETE_OLD = statement(
  'restart-delete-old',
  `DELETE FROM workflow_restarts WHERE restarted_at < now() - interval '30 days'`,
);

/** Deletes the counts of workflows that were not restarted for 30 days. */
export async function deleteOldRestarts({ database }: Store): Promise<void> {
  await database.run(DELETE_OLD, []);
}
