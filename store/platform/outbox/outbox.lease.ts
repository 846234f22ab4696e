import { COMMAND_LANES, type CommandLane } from '../../../workflow-names/command-lane';
import { Database, QUEUE_SETTINGS, statement } from '../../postgres/database';
import type { Command } from '../../change-log';

/**
 * Leases do not wait for the disk: a crash of PostgreSQL may undo those of its last second, but redelivery is idempotent. A
 * first attempt is not: `attempt_count` says that it was made, so its lease waits.
 */
export function openOutboxDatabase(url: string): Database {
  return new Database({ url, poolSize: COMMAND_LANES.length, settings: QUEUE_SETTINGS });
}

/** A leased command: no other worker delivers it before the lease expires. */
export interface LeasedCommand {
  id: bigint;
  command: Command;
  attemptCount: number;
}

/** One row for each command, or one without a command. */
interface LeasedRow {
  id: bigint | null;
  command: Command | null;
  attemptCount: number | null;
  partyID: string | null;
  turn: number | null;
  share: number;
  turns: number | null;
  last: string | null;
  /** Set where the commit of the lease waits for the disk. */
  durability: string | null;
}

/**
 * Iterates over parties after the one of the last turn, each with an equal share, so that backlogs do not delay other
 * parties. Within a party, commands of started workflows come before starts, so that begun payments end. Leases a command
 * only together with, or after, all earlier ones of its workflow, and a signal only after the start. Written so that the
 * plan made on an empty table uses index scans: per-command conditions (`IS NULL`) are no joins, and `id + 0` is in no
 * index.
 */
const LEASE = statement<LeasedRow>(
  'outbox-lease',
  `WITH RECURSIVE done AS (
     DELETE FROM outbox WHERE id = ANY ($1::bigint[])
   ), turn AS (
     SELECT $5::text AS party_id, false AS is_wrapped, 0 AS place
     UNION ALL
     SELECT next.party_id, next.is_wrapped, t.place + 1
     FROM turn t CROSS JOIN LATERAL (
       (SELECT o.party_id, t.is_wrapped FROM outbox o
        WHERE o.lane = $4 AND o.party_id > t.party_id AND (o.leased_until IS NULL OR o.leased_until < now())
        ORDER BY o.party_id LIMIT 1)
       UNION ALL
       (SELECT o.party_id, true FROM outbox o
        WHERE o.lane = $4 AND NOT t.is_wrapped AND (o.leased_until IS NULL OR o.leased_until < now())
        ORDER BY o.party_id LIMIT 1)
       LIMIT 1
     ) next
     WHERE t.place < $2::integer AND NOT (next.is_wrapped AND next.party_id > $5)
   ), sharing AS (
     SELECT ceil($2::numeric / greatest(1, max(place)))::integer AS share, max(place) AS turns,
       (array_agg(party_id ORDER BY place DESC))[1] AS last
     FROM turn
   ), picked AS (
     SELECT first.id, first.workflow_id, t.place
     FROM turn t CROSS JOIN sharing s
     CROSS JOIN LATERAL (
       SELECT o.id, o.workflow_id FROM outbox o
       WHERE o.lane = $4 AND o.party_id = t.party_id AND (o.leased_until IS NULL OR o.leased_until < now())
         AND o.id <> ALL ($1::bigint[])
         AND (
           SELECT true FROM outbox e WHERE e.workflow_id = o.workflow_id AND e.id + 0 < o.id
             AND (e.leased_until >= now() OR e.command ->> 'kind' = 'start' AND o.command ->> 'kind' <> 'start')
             AND e.id <> ALL ($1::bigint[]) LIMIT 1
         ) IS NULL
       ORDER BY (o.command ->> 'kind' = 'start'), o.id LIMIT s.share FOR UPDATE SKIP LOCKED
     ) first
     WHERE t.place > 0
     ORDER BY t.place, first.id LIMIT $2::integer
   ), due AS (
     SELECT p.id, p.place FROM picked p
     WHERE (
       SELECT true FROM outbox e WHERE e.workflow_id = p.workflow_id AND e.id + 0 < p.id
         AND e.id <> ALL ($1::bigint[]) AND e.id NOT IN (SELECT id FROM picked) LIMIT 1
     ) IS NULL
   ), leased AS (
     UPDATE outbox o
     SET leased_until = now() + make_interval(secs => $3), lease_token = $6, attempt_count = attempt_count + 1
     WHERE o.id = ANY (ARRAY(SELECT id FROM due))
     RETURNING o.id, o.command, o.attempt_count, o.party_id
   )
   SELECT l.id, l.command, l.attempt_count AS "attemptCount", l.party_id AS "partyID", d.place AS turn,
     s.share, s.turns, s.last,
     CASE WHEN l.command ? 'tryBefore' THEN set_config('synchronous_commit', 'on', true) END AS durability
   FROM sharing s LEFT JOIN (leased l JOIN due d ON d.id = l.id) ON true ORDER BY l.id`,
);

export interface LeaseRequest {
  lane: CommandLane;
  limit: number;
  seconds: number;
  token: string;
  after?: string;
  /** Commands that Temporal acknowledged. */
  done?: readonly bigint[];
}

export interface Lease {
  commands: LeasedCommand[];
  after: string;
  isMore: boolean;
}

/** Deletes acknowledged commands and leases up to `limit` of a lane in one commit. A dead worker's leases expire. */
export async function leaseCommands(database: Database, request: LeaseRequest): Promise<Lease> {
  const { lane, limit, seconds, token, after = '', done = [] } = request;
  const rows = await database.run(LEASE, [done.map(String), limit, seconds, lane, after, token]);
  const commands = rows.flatMap(toLeasedCommands);
  const [first] = rows;
  const hasMoreParties = (first?.turns ?? 0) >= Math.max(1, limit);
  if (!first || commands.length === 0) return { commands, after: first?.last ?? after, isMore: hasMoreParties };
  const lastInTurn = rows.reduce((last, row) => ((row.turn ?? 0) > (last.turn ?? 0) ? row : last));
  return {
    commands,
    after: lastInTurn.partyID ?? after,
    isMore: commands.length >= limit || hasMoreParties || hasUsedShare(rows),
  };
}

function toLeasedCommands({ id, command, attemptCount }: LeasedRow): LeasedCommand[] {
  return id === null || command === null ? [] : [{ id, command, attemptCount: attemptCount ?? 1 }];
}

/** A party that used its whole share probably has more. */
function hasUsedShare(rows: readonly LeasedRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { partyID } of rows) counts.set(partyID ?? '', (counts.get(partyID ?? '') ?? 0) + 1);
  return rows.some(({ partyID, share }) => (counts.get(partyID ?? '') ?? 0) >= share);
}

const EXTEND = statement(
  'outbox-extend',
  `UPDATE outbox SET leased_until = now() + make_interval(secs => $3) WHERE id = ANY ($1::bigint[]) AND lease_token = $2`,
);

/** Keeps a lease for a delivery that takes longer. */
export async function extendLease(
  database: Database,
  { ids, token, seconds }: { ids: readonly bigint[]; token: string; seconds: number },
): Promise<void> {
  await database.run(EXTEND, [ids.map(String), token, seconds]);
}

/** Short, so that delivery resumes soon after an outage of Temporal. */
const MAX_BACKOFF_SECONDS = 8;

const RELEASE = statement(
  'outbox-release',
  `UPDATE outbox
   SET leased_until = now() + make_interval(secs => least(0.5 * power(2, least(attempt_count, 10)), ${MAX_BACKOFF_SECONDS})), lease_token = NULL
   WHERE id = ANY ($1::bigint[]) AND lease_token = $2`,
);

/** Releases commands that this lease could not deliver, with exponential backoff that survives the death of this worker. */
export async function releaseCommands(
  database: Database,
  { ids, token }: { ids: readonly bigint[]; token: string },
): Promise<void> {
  if (ids.length > 0) await database.run(RELEASE, [ids.map(String), token]);
}
