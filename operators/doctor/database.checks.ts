import {
  listAppliedMigrations,
  findNewestWebhook,
  readServerHealth,
  type ServerHealth,
} from '../../store/platform/health/health.queries';
import { knownMigrations } from '../../store/migrations/migrate';
import { DecryptionFailed } from '../../security/encryption';
import type { Store } from '../../store/store';
import { openSigningKey } from '../../store/delivery/webhook/endpoint';
import { rateSkew, measureSkew } from './clock';
import { formatDuration, failure, ok, compareWithBounds, warning, type DoctorCheck, type CheckResult } from './finding';
import { rotationOfKeys } from './rotation.check';

/** PostgreSQL stops at two billion; autovacuum against wraparound starts at two hundred million. */
const OLDEST_TRANSACTION = { warning: 800_000_000, failure: 1_600_000_000 };
const CONNECTIONS = { warning: 0.8, failure: 0.95 };

/** Checks of the database: schema, health, and whether the keys decrypt its contents. */
export function recordChecks(store: Store, { isProduction }: { isProduction: boolean }): DoctorCheck[] {
  const { database } = store;
  const health = async (): Promise<ServerHealth> => readServerHealth(database);
  return [
    { name: 'migrations', needs: 'record', look: () => migrations(store) },
    {
      name: 'clock of PostgreSQL',
      needs: 'record',
      look: async () => rateSkew('PostgreSQL', await measureSkew(async () => (await health()).now.getTime())),
    },
    { name: 'connections', needs: 'record', look: async () => connections(await health()) },
    { name: 'transaction ids', needs: 'record', look: async () => transactionIDs(await health()) },
    { name: 'archive of the log', needs: 'record', look: async () => archive(await health(), isProduction) },
    { name: 'encryption key', needs: 'schema', look: () => encryptionKey(store) },
    { name: 'rotation of keys', needs: 'schema', look: () => rotationOfKeys(store) },
  ];
}

async function migrations({ database }: Store): Promise<CheckResult> {
  const [known, applied] = [knownMigrations(), await listAppliedMigrations(database)];
  if (applied.length > 0 && !applied.includes(known[0] ?? '')) {
    return failure(
      `the database was created by a version before 0.1.0, its newest migration is ${applied.at(-1)}`,
      'it cannot be upgraded: export what you need, then set DATABASE_URL to a new, empty database',
    );
  }
  const missing = known.filter((name) => !applied.includes(name));
  const foreign = applied.filter((name) => !known.includes(name));
  if (missing.length > 0) {
    const found = `${missing.length} of ${known.length} are missing, the first is ${missing[0]}`;
    return failure(
      found,
      'apply them before this version starts: `node scripts/migrate.mjs` (`npm start` does it by itself)',
    );
  }
  if (foreign.length === 0) return ok(`all ${known.length} are applied`);
  const found = `${foreign.length} are of a newer version of the code, the first is ${foreign[0]}`;
  return warning(found, 'expected during a rollout; otherwise run the version that applied them');
}

function connections({ connectionCount: count, connectionLimit: limit }: ServerHealth): CheckResult {
  const found = `${count} of ${limit} are used`;
  const remedy =
    'raise max_connections, or lower API_CONNECTIONS and WORKER_CONNECTIONS; look for other clients in pg_stat_activity';
  const status = compareWithBounds(count / Math.max(1, limit), CONNECTIONS);
  return status === 'ok' ? ok(found) : { status, found, remedy };
}

function transactionIDs({ oldestTransactionAge: age }: ServerHealth): CheckResult {
  const found = `the oldest has an age of ${Math.round(age / 1_000_000)} million`;
  const status = compareWithBounds(age, OLDEST_TRANSACTION);
  if (status === 'ok') return ok(found);
  return {
    status,
    found,
    remedy: 'find what blocks the vacuum (old transactions, replication slots), then VACUUM FREEZE',
  };
}

function archive(
  { archiveMode, isArchiveFailing, lastArchivedSeconds }: ServerHealth,
  isProduction: boolean,
): CheckResult {
  if (isArchiveFailing) {
    return failure(
      'PostgreSQL cannot archive its log: a restore ends at the last segment, and the disk fills up',
      'see the output of archive_command in the log of PostgreSQL, docs/backup.md',
    );
  }
  if (archiveMode !== 'off') {
    return ok(
      lastArchivedSeconds === null
        ? 'on, nothing yet'
        : `on, the last segment ${formatDuration(lastArchivedSeconds)} ago`,
    );
  }
  const found = 'off: the database can be restored to its last backup only';
  return isProduction ? warning(found, 'set archive_mode and archive_command, docs/backup.md') : ok(found);
}

/** Decrypts stored data: nothing else detects a database restored without its key. */
async function encryptionKey(store: Store): Promise<CheckResult> {
  const webhookID = await findNewestWebhook(store.database);
  if (webhookID === undefined) return ok('nothing is encrypted with it yet');
  try {
    await openSigningKey(store, webhookID);
    return ok('it decrypts the stored data');
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    return failure(
      `it does not decrypt the key of the webhook ${webhookID}: the database was written with another key`,
      'give every process the ENCRYPTION_KEY of this database; without it cards on file and webhook keys are lost',
    );
  }
}
