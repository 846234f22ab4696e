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
import { failure, ok, compareWithBounds, warning, type DoctorCheck, type CheckResult } from './finding';
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
    return failure({ kind: 'schemaTooOld', name: applied.at(-1) ?? '' });
  }
  const missing = known.filter((name) => !applied.includes(name));
  const foreign = applied.filter((name) => !known.includes(name));
  const [first] = missing;
  if (first) return failure({ kind: 'migrationsMissing', count: missing.length, total: known.length, name: first });
  const [newer] = foreign;
  if (newer) return warning({ kind: 'migrationsNewer', count: foreign.length, name: newer });
  return ok({ kind: 'migrationsApplied', count: known.length });
}

function connections({ connectionCount: count, connectionLimit: limit }: ServerHealth): CheckResult {
  const status = compareWithBounds(count / Math.max(1, limit), CONNECTIONS);
  return { status, fact: { kind: 'connectionsUsed', count, total: limit } };
}

function transactionIDs({ oldestTransactionAge: age }: ServerHealth): CheckResult {
  return { status: compareWithBounds(age, OLDEST_TRANSACTION), fact: { kind: 'oldestTransaction', count: age } };
}

function archive(
  { archiveMode, isArchiveFailing, lastArchivedSeconds }: ServerHealth,
  isProduction: boolean,
): CheckResult {
  if (isArchiveFailing) return failure({ kind: 'archiveFails' });
  if (archiveMode === 'off') return { status: isProduction ? 'warning' : 'ok', fact: { kind: 'archiveOff' } };
  if (lastArchivedSeconds === null) return ok({ kind: 'archiveBegins' });
  return ok({ kind: 'archiveWorks', seconds: lastArchivedSeconds });
}

/** Decrypts stored data: nothing else detects a database restored without its key. */
async function encryptionKey(store: Store): Promise<CheckResult> {
  const webhookID = await findNewestWebhook(store.database);
  if (webhookID === undefined) return ok({ kind: 'nothingEncrypted' });
  try {
    await openSigningKey(store, webhookID);
    return ok({ kind: 'dataDecrypted' });
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    return failure({ kind: 'dataNotDecrypted', name: webhookID });
  }
}
