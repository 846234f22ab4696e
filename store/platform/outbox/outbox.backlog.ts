import { COMMAND_LANES, type CommandLane } from '../../../workflow-names/command-lane';
import { statement, type Database } from '../../postgres/database';

export interface Backlog {
  count: number;
  oldestSeconds: number;
}

/** Not in delivery, which lasts as long as an acquirer takes; a released command has no token. */
export const IS_WAITING = '(o.lease_token IS NULL OR o.leased_until < now())';

const BACKLOG = statement<Backlog & { lane: CommandLane }>(
  'outbox-backlog',
  `SELECT l.lane, count(o.id)::integer AS count,
     coalesce(extract(epoch FROM now() - min(o.created_at) FILTER (WHERE ${IS_WAITING})), 0)::float8 AS "oldestSeconds"
   FROM unnest($1::text[]) AS l (lane) LEFT JOIN outbox o ON o.lane = l.lane GROUP BY l.lane`,
);

export async function readOutboxBacklog(database: Database): Promise<Map<CommandLane, Backlog>> {
  const rows = await database.run(BACKLOG, [COMMAND_LANES]);
  return new Map(rows.map(({ lane, ...backlog }) => [lane, backlog]));
}
