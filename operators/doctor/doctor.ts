import type { Environment } from '../../runtime/environment';
import type { Store } from '../../store/store';
import { listAppliedMigrations, readServerHealth } from '../../store/platform/health/health.queries';
import { knownMigrations } from '../../store/migrations/migrate';
import type { TemporalGateway } from '../temporal-gateway';
import { engineChecks } from './engine.checks';
import { failure, ok, type DoctorCheck, type CheckFinding, type CheckStatus, type CheckResult } from './finding';
import { openIdChecks } from './openid.check';
import { payloadChecks } from './payload.checks';
import { mailCheck } from './mail.check';
import { machineChecks, type ConnectorProbe } from './machine.checks';
import { recordChecks } from './database.checks';
import { routesCheck } from './routes.check';
import { vaultChecks } from './vault.checks';
import { workChecks } from './work.checks';

export interface DoctorParts {
  environment: Environment;
  store: Store;
  engine: TemporalGateway;
  connectors: readonly ConnectorProbe[];
}

/** Names of the dependencies of checks. */
const NEEDED = { record: 'PostgreSQL', schema: 'the database schema', engine: 'Temporal' } as const;

/** Runs all checks and yields each finding as soon as it is known. */
export async function* examine(parts: DoctorParts): AsyncGenerator<CheckFinding> {
  const { environment, store, engine, connectors } = parts;
  const record = await run('PostgreSQL', () => pingDatabase(parts));
  yield record;
  const temporal = await run('Temporal', () => pingTemporal(parts));
  yield temporal;
  const isAvailable = {
    record: record.status === 'ok',
    schema: record.status === 'ok' && (await hasSchema(store)),
    engine: temporal.status === 'ok',
  };
  const client = () => engine.client();
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE_PREFIX: taskQueue } = environment;
  const checks: DoctorCheck[] = [
    ...recordChecks(store, { isProduction: environment.NODE_ENV === 'production' }),
    ...engineChecks({ store, client, namespace, taskQueue }),
    ...payloadChecks({ environment, client, codec: () => engine.codec() }),
    ...workChecks(
      store,
      connectors.map(({ name }) => name),
    ),
    routesCheck(store),
    ...machineChecks(environment, connectors),
    ...vaultChecks(environment),
    ...openIdChecks(environment, store),
    mailCheck(environment),
  ];
  for (const { name, needs, look } of checks) {
    if (needs && !isAvailable[needs]) yield { check: name, status: 'unknown', found: `depends on ${NEEDED[needs]}` };
    else yield await run(name, look);
  }
}

/** Returns the worst status. */
export function findWorstStatus(findings: readonly CheckFinding[]): CheckStatus {
  const order: readonly CheckStatus[] = ['failure', 'unknown', 'warning'];
  return order.find((status) => findings.some((finding) => finding.status === status)) ?? 'ok';
}

async function run(check: string, look: () => Promise<CheckResult>): Promise<CheckFinding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      check,
      ...failure(`unknown: ${why}`, 'the check itself failed: see the error'),
    };
  }
}

async function pingDatabase({ store, environment }: DoctorParts): Promise<CheckResult> {
  const { host, pathname } = new URL(environment.DATABASE_URL);
  const where = `${host}${pathname}`;
  try {
    const began = performance.now();
    const { version, databaseBytes } = await readServerHealth(store.database);
    const ms = Math.round(performance.now() - began);
    return ok(`${version} at ${where} answers in ${ms} ms; it stores ${(databaseBytes / 1e9).toFixed(2)} GB`);
  } catch (error) {
    return failure(
      `does not answer at ${where}${describeError(error)}`,
      'start it, or fix DATABASE_URL. Until then the API answers 503; nothing is lost, and processing resumes automatically',
    );
  }
}

async function pingTemporal({ engine, environment }: DoctorParts): Promise<CheckResult> {
  const { TEMPORAL_ADDRESS: address } = environment;
  try {
    const client = await engine.client();
    const { serverVersion } = await client.withDeadline(Date.now() + 5_000, () =>
      client.workflowService.getSystemInfo({}),
    );
    return ok(`${serverVersion} answers at ${address}`);
  } catch {
    return failure(
      `does not answer at ${address}`,
      'start it, or fix TEMPORAL_ADDRESS and its TLS. Until then the API accepts requests and the outbox keeps the commands',
    );
  }
}

/** Without its tables the database answers none of the other checks. */
async function hasSchema({ database }: Store): Promise<boolean> {
  const applied = await listAppliedMigrations(database).catch((): string[] => []);
  return knownMigrations().every((name) => applied.includes(name));
}

/** Only the error code: messages may contain addresses with passwords. */
function describeError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as { parent?: unknown }).parent) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return ` (${code})`;
  }
  return '';
}
