import { selection, statement, type Database } from '../database';

/** How the server of the record fares. */
export interface ServerHealth {
  version: string;
  /** Its clock, at the moment of the answer. */
  now: Date;
  connectionCount: number;
  connectionLimit: number;
  databaseBytes: number;
  /** How many transactions are left before PostgreSQL stops to protect itself, of two thousand millions. */
  oldestTransactionAge: number;
  archiveMode: string;
  /** Whether the last segment of its log could not be archived. */
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

/** How the server of the record fares. @throws where it does not answer */
export async function serverHealth(database: Database): Promise<ServerHealth> {
  const [health] = await database.run(SERVER, []);
  if (!health) throw new Error('the record answered nothing');
  return health;
}

const MIGRATIONS = selection<{ name: string }>('health-migrations', 'SELECT name FROM migrations');

/** The migrations that the record has had, whatever this version of the code knows. None where it was never migrated. */
export async function appliedMigrations(database: Database): Promise<string[]> {
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

/** An endpoint that does not take its messages. */
export interface TroubledEndpoint {
  webhookID: string;
  partyID: string;
  url: string;
  subjectCount: number;
  /** For how long the attempt that is due for longest has not been made; negative where none is due. */
  lateSeconds: number;
}

const TROUBLED = statement<TroubledEndpoint>(
  'health-troubled-endpoints',
  `SELECT w.id AS "webhookID", w.party_id AS "partyID", w.url, q.count AS "subjectCount", q.late AS "lateSeconds"
   FROM (
     SELECT webhook_id, count(*)::integer AS count, coalesce(extract(epoch FROM now() - min(retry_at)), 0)::float8 AS late
     FROM webhook_queues WHERE state <> 'ready' GROUP BY webhook_id
   ) q JOIN webhooks w ON w.id = q.webhook_id ORDER BY q.count DESC, w.id LIMIT 20`,
);

/** The endpoints that do not take their messages, twenty at the most, those with most subjects first. */
export async function troubledEndpoints(database: Database): Promise<TroubledEndpoint[]> {
  return database.run(TROUBLED, []);
}

const SWEEPS = statement<{ seconds: number }>(
  'health-sweeps',
  `SELECT coalesce(extract(epoch FROM now() - min(due_at)), -1)::float8 AS seconds FROM sweeps`,
);

/**
 * For how long a look for lost workflows has been due: some seconds at the most while a worker lives, negative where none is
 * due or no worker has ever started.
 */
export async function overdueSweepSeconds(database: Database): Promise<number> {
  const [oldest] = await database.run(SWEEPS, []);
  return oldest?.seconds ?? -1;
}

const NEWEST_WEBHOOK = statement<{ id: string }>(
  'health-newest-webhook',
  'SELECT id FROM webhooks WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1',
);

/** A webhook whose key is encrypted at rest; undefined where there is none. */
export async function newestWebhook(database: Database): Promise<string | undefined> {
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

/** What the ledger's accounts alone prove: each currency sums to zero, and none that may not is overdrawn. */
export async function ledgerFaults(database: Database): Promise<{ faultCount: number; some: string[] }> {
  const [found] = await database.run(ACCOUNTS, []);
  return found ?? { faultCount: 0, some: [] };
}

/** Queues of messages by who drives them. */
export interface QueueCounts {
  ready: number;
  retrying: number;
  batched: number;
  /** How old the newest message is of the queue that has waited for the dispatcher for longest. */
  oldestSeconds: number;
}

const QUEUES = statement<QueueCounts>(
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

/** How many queues of messages there are. */
export async function queueCounts(database: Database): Promise<QueueCounts> {
  const [counts] = await database.run(QUEUES, []);
  return counts ?? { ready: 0, retrying: 0, batched: 0, oldestSeconds: 0 };
}
