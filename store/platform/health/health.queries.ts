import { selection, statement, type Database } from '../../postgres/database';
import { listAll } from '../../postgres/readers';

export interface ServerHealth {
  version: string;
  now: Date;
  connectionCount: number;
  connectionLimit: number;
  databaseBytes: number;
  /** Age of the oldest transaction id; PostgreSQL stops at about two thousand million. */
  oldestTransactionAge: number;
  archiveMode: string;
  isArchiveFailing: boolean;
  lastArchivedSeconds: number | null;
}

const SERVER = statement<ServerHealth>(
  'health-server',
  `SELECT coalesce(current_setting('server_version'), '') AS version, clock_timestamp() AS now,
     (SELECT count(*) FROM pg_stat_activity)::integer AS "connectionCount",
     coalesce(current_setting('max_connections')::integer, 0) AS "connectionLimit",
     coalesce(pg_database_size(current_database())::float8, 0) AS "databaseBytes",
     (SELECT coalesce(max(age(datfrozenxid)), 0) FROM pg_database)::integer AS "oldestTransactionAge",
     coalesce(current_setting('archive_mode'), '') AS "archiveMode",
     coalesce((SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver), false)
       AS "isArchiveFailing",
     (SELECT extract(epoch FROM now() - last_archived_time)::float8 FROM pg_stat_archiver) AS "lastArchivedSeconds"`,
);

export async function readServerHealth(database: Database): Promise<ServerHealth> {
  const [health] = await database.run(SERVER, []);
  if (!health) throw new Error('the health query returned no row');
  return health;
}

const MIGRATIONS = selection<{ name: string }>('health-migrations', 'SELECT name FROM migrations');

/** The applied migrations, including those unknown to this version; none if the database was never migrated. */
export async function listAppliedMigrations(database: Database): Promise<string[]> {
  try {
    return (await database.run(MIGRATIONS.with('ORDER BY name'), [])).map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

function isMissingTable(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === UNDEFINED_TABLE || (cause instanceof Error && isMissingTable(cause));
}

export interface EndpointBacklog {
  webhookID: string;
  partyID: string;
  url: string;
  subjectCount: number;
  /** Delay of the most overdue attempt; negative if none is due. */
  lateSeconds: number;
}

const ENDPOINT_BACKLOGS = statement<EndpointBacklog>(
  'health-troubled-endpoints',
  `SELECT w.id AS "webhookID", w.party_id AS "partyID", w.url, q.count AS "subjectCount", q.late AS "lateSeconds"
   FROM (
     SELECT webhook_id, count(*)::integer AS count, coalesce(extract(epoch FROM now() - min(retry_at)), 0)::float8 AS late
     FROM webhook_queues WHERE state <> 'ready' GROUP BY webhook_id
   ) q JOIN webhooks w ON w.id = q.webhook_id ORDER BY q.count DESC, w.id LIMIT 20`,
);

/** Up to twenty failing endpoints, those with most subjects first. */
export const listEndpointBacklogs = listAll(ENDPOINT_BACKLOGS);

const SWEEPS = statement<{ seconds: number }>(
  'health-sweeps',
  `SELECT coalesce(extract(epoch FROM now() - min(due_at)), -1)::float8 AS seconds FROM sweeps`,
);

/** Delay of the most overdue sweep: some seconds while a worker runs, negative if none is due. */
export async function readOverdueSweepSeconds(database: Database): Promise<number> {
  const [oldest] = await database.run(SWEEPS, []);
  return oldest?.seconds ?? -1;
}

const NEWEST_WEBHOOK = statement<{ id: string }>(
  'health-newest-webhook',
  'SELECT id FROM webhooks WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1',
);

/** The newest webhook, whose key is encrypted at rest. */
export async function findNewestWebhook(database: Database): Promise<string | undefined> {
  const [webhook] = await database.run(NEWEST_WEBHOOK, []);
  return webhook?.id;
}

const ACCOUNTS = statement<{ faultCount: number; some: string[] }>(
  'health-ledger',
  `SELECT count(*)::integer AS "faultCount", coalesce((array_agg(fault))[1:5], '{}') AS some FROM (
     SELECT 'currency ' || currency AS fault FROM ledger_accounts
     GROUP BY currency HAVING sum(credits_posted - debits_posted) <> 0
     UNION ALL
     SELECT 'account ' || id FROM ledger_accounts
     WHERE NOT may_go_negative AND credits_posted < debits_posted + debits_pending
   ) found`,
);

/** Checks the ledger's accounts: each currency sums to zero, and no account is overdrawn without permission. */
export async function ledgerFaults(database: Database): Promise<{ faultCount: number; some: string[] }> {
  const [found] = await database.run(ACCOUNTS, []);
  return found ?? { faultCount: 0, some: [] };
}

export interface WebhookQueueCounts {
  ready: number;
  retrying: number;
  batched: number;
  /** Age of the newest message in the queue that has waited longest for the dispatcher. */
  oldestSeconds: number;
}

const QUEUES = statement<WebhookQueueCounts>(
  'health-queues',
  `SELECT count(*) FILTER (WHERE state = 'ready')::integer AS ready, count(*) FILTER (WHERE state = 'retrying')::integer AS retrying,
     count(*) FILTER (WHERE state = 'batched')::integer AS batched,
     coalesce((
       SELECT extract(epoch FROM now() - e.occurred_at) FROM webhook_events e WHERE e.id = (
         SELECT q.last_event_id FROM webhook_queues q WHERE q.state = 'ready' ORDER BY q.last_event_id LIMIT 1
       )
     ), 0)::float8 AS "oldestSeconds"
   FROM webhook_queues`,
);

export async function countQueues(database: Database): Promise<WebhookQueueCounts> {
  const [counts] = await database.run(QUEUES, []);
  return counts ?? { ready: 0, retrying: 0, batched: 0, oldestSeconds: 0 };
}
