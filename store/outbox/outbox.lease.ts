import { COMMAND_LANES, type CommandLane } from '../../domain/command-lane';
import { Database, statement } from '../database';
import type { Command } from '../change-log';

/**
 * Connections for leases of commands, one for each lane. A crash of PostgreSQL may undo the leases of its last second, so that none of
 * them waits for the disk: the engine knows a command that it has acknowledged, and one that is carried to it again changes nothing.
 */
export function openOutboxDatabase(url: string): Database {
  return new Database({ url, poolSize: COMMAND_LANES.length, settings: { synchronous_commit: 'off' } });
}

/** A command under lease: nobody else delivers it before the lease is over. */
export interface LeasedCommand {
  id: bigint;
  command: Command;
  attemptCount: number;
}

/** One row a command, and one without a command where there was none to lease. */
interface LeasedRow {
  id: bigint | null;
  command: Command | null;
  attemptCount: number | null;
  partyID: string | null;
  /** Which party in turn it is. */
  turn: number | null;
  /** How many commands each party could have leased. */
  share: number;
  /** How many parties were looked at, and the last of them. */
  turns: number | null;
  last: string | null;
}

/**
 * Steps from party to party instead of from command to command, beginning after the one that had the last turn, so that what
 * one party has waiting costs the others nothing; each gets an equal share of the lease, its oldest first.
 *
 * Commands of one workflow stay in their order, whoever delivers them: one is given out only together with, or after, all that
 * were written before it, also where one of these failed and waits, or stands on another lane by an older version's hand.
 *
 * The plan is made while nothing waits, when all ways are as short: so it is left no other way than the indexes of workflows and of ids. What
 * is asked of each command (`IS NULL`) is not made a join, and `id + 0` is in no index.
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
           SELECT true FROM outbox e WHERE e.workflow_id = o.workflow_id AND e.id + 0 < o.id AND e.leased_until >= now()
             AND e.id <> ALL ($1::bigint[]) LIMIT 1
         ) IS NULL
       ORDER BY o.id LIMIT s.share FOR UPDATE SKIP LOCKED
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
     s.share, s.turns, s.last
   FROM sharing s LEFT JOIN (leased l JOIN due d ON d.id = l.id) ON true ORDER BY l.id`,
);

export interface LeaseRequest {
  lane: CommandLane;
  limit: number;
  seconds: number;
  token: string;
  /** The party that had the last turn; at first nobody. */
  after?: string;
  /** What the engine acknowledged. */
  done?: readonly bigint[];
}

/** What was leased. */
export interface Lease {
  commands: LeasedCommand[];
  /** The party whose turn was the last. */
  after: string;
  /** Whether more may wait than was leased. */
  isMore: boolean;
}

/**
 * Forgets commands that the engine acknowledged, and takes up to `limit` of a lane, in turns of parties and each party's
 * oldest first: one commit for both. A worker that dies gives what it took back by the end of its lease.
 */
export async function leaseCommands(database: Database, request: LeaseRequest): Promise<Lease> {
  const { lane, limit, seconds, token, after = '', done = [] } = request;
  const rows = await database.run(LEASE, [done.map(String), limit, seconds, lane, after, token]);
  const commands = rows.flatMap(leasedCommand);
  const [first] = rows;
  const mayBeElsewhere = (first?.turns ?? 0) >= Math.max(1, limit);
  if (!first || commands.length === 0) return { commands, after: first?.last ?? after, isMore: mayBeElsewhere };
  const lastInTurn = rows.reduce((last, row) => ((row.turn ?? 0) > (last.turn ?? 0) ? row : last));
  return {
    commands,
    after: lastInTurn.partyID ?? after,
    isMore: commands.length >= limit || mayBeElsewhere || hasUsedShare(rows),
  };
}

function leasedCommand({ id, command, attemptCount }: LeasedRow): LeasedCommand[] {
  return id === null || command === null ? [] : [{ id, command, attemptCount: attemptCount ?? 1 }];
}

/** Whether a party has leased as many commands as it may: then it probably has more. */
function hasUsedShare(rows: readonly LeasedRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { partyID } of rows) counts.set(partyID ?? '', (counts.get(partyID ?? '') ?? 0) + 1);
  return rows.some(({ partyID, share }) => (counts.get(partyID ?? '') ?? 0) >= share);
}

/** Also when the engine was away, so that what waited for it goes on soon. */
const MAX_PAUSE_SECONDS = 8;

const RELEASE = statement(
  'outbox-release',
  `UPDATE outbox
   SET leased_until = now() + make_interval(secs => least(0.5 * power(2, least(attempt_count, 10)), ${MAX_PAUSE_SECONDS})), lease_token = NULL
   WHERE id = ANY ($1::bigint[]) AND lease_token = $2`,
);

/**
 * Gives back commands that could not be delivered, unless somebody else has them by now: they wait a growing while, held by nobody, so
 * that it is no shorter where who gave them back dies.
 */
export async function releaseCommands(
  database: Database,
  { ids, token }: { ids: readonly bigint[]; token: string },
): Promise<void> {
  if (ids.length > 0) await database.run(RELEASE, [ids.map(String), token]);
}
