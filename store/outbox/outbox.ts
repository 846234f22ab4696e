import { statement, type Database, type Transaction } from '../database';
import type { Command } from '../record';

/** A command under lease: nobody else delivers it before the lease is over. */
export interface LeasedCommand {
  id: bigint;
  command: Command;
  attemptCount: number;
}

const APPEND = statement(
  'outbox-append',
  `INSERT INTO outbox (workflow_id, command)
   SELECT command ->> 'workflowID', command FROM jsonb_array_elements($1::jsonb) AS command`,
);

/** Appends commands in the transaction that made them true, for changes that are no entity's (see `changeStatement`). */
export async function appendCommands(
  database: Database,
  commands: readonly Command[],
  tx?: Transaction,
): Promise<void> {
  if (commands.length > 0) await database.run(APPEND, [JSON.stringify(commands)], tx);
}

const LEASE = statement<LeasedCommand>(
  'outbox-lease',
  `WITH done AS (DELETE FROM outbox WHERE id = ANY ($4::bigint[]))
   UPDATE outbox o SET leased_until = now() + make_interval(secs => $2), lease_token = $3, attempt_count = attempt_count + 1
   FROM (
     SELECT id FROM outbox WHERE (leased_until IS NULL OR leased_until < now()) AND id <> ALL ($4::bigint[])
     ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
   ) due
   WHERE o.id = due.id
   RETURNING o.id, o.command, o.attempt_count AS "attemptCount"`,
);

/**
 * Forgets commands that the engine acknowledged, and takes up to `limit` new ones, oldest first: one commit for both. A
 * worker that dies gives what it took back by the end of its lease.
 */
export async function leaseCommands(
  database: Database,
  lease: { limit: number; seconds: number; token: string; done?: readonly bigint[] },
): Promise<LeasedCommand[]> {
  const done = (lease.done ?? []).map(String);
  const commands = await database.run(LEASE, [lease.limit, lease.seconds, lease.token, done]);
  return commands.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const RELEASE = statement(
  'outbox-release',
  `UPDATE outbox SET leased_until = now() + make_interval(secs => least(power(2, attempt_count), 30)) WHERE id = ANY ($1::bigint[])`,
);

/** Gives commands back that could not be delivered: tried again after a growing wait of at most 30 seconds. */
export async function releaseCommands(database: Database, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await database.run(RELEASE, [ids.map(String)]);
}

const BACKLOG = statement<{ count: number; oldestSeconds: number }>(
  'outbox-backlog',
  `SELECT count(*)::integer AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds" FROM outbox`,
);

/** How many commands wait, and how long the oldest has waited: what an operator watches. */
export async function outboxBacklog(database: Database): Promise<{ count: number; oldestSeconds: number }> {
  const [backlog] = await database.run(BACKLOG, []);
  return backlog ?? { count: 0, oldestSeconds: 0 };
}
