import type { Environment } from '../../runtime/environment';
import type { Store } from '../../store/store';
import { listAppliedMigrations, readServerHealth } from '../../store/platform/health/health.queries';
import { knownMigrations } from '../../store/migrations/migrate';
import type { TemporalGateway } from '../temporal-gateway';
import { cardRulesChecks } from './card-rules.check';
import { engineChecks } from './engine.checks';
import { errorText, failure, ok, type DoctorCheck, type CheckFinding, type CheckResult } from './finding';
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
    ...cardRulesChecks(environment, store),
    ...machineChecks(environment, connectors),
    ...vaultChecks(environment),
    ...openIdChecks(environment, store),
    mailCheck(environment, store.database),
  ];
  for (const { name, needs, look } of checks) {
    if (needs && !isAvailable[needs])
      yield { check: name, status: 'unknown', fact: { kind: 'dependencyAway', name: needs } };
    else yield await run(name, look);
  }
}

async function run(check: string, look: () => Promise<CheckResult>): Promise<CheckFinding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    return { check, ...failure({ kind: 'checkFailed', text: errorText(error) }) };
  }
}

async function pingDatabase({ store, environment }: DoctorParts): Promise<CheckResult> {
  const { host, pathname } = new URL(environment.DATABASE_URL);
  const address = `${host}${pathname}`;
  try {
    const began = performance.now();
    const { version, databaseBytes } = await readServerHealth(store.database);
    const milliseconds = Math.round(performance.now() - began);
    return ok({ kind: 'postgresAnswers', name: version, address, milliseconds, bytes: databaseBytes });
  } catch (error) {
    return failure({ kind: 'postgresAway', address, text: findErrorCode(error) });
  }
}

async function pingTemporal({ engine, environment }: DoctorParts): Promise<CheckResult> {
  const { TEMPORAL_ADDRESS: address } = environment;
  try {
    const client = await engine.client();
    const { serverVersion } = await client.withDeadline(Date.now() + 5_000, () =>
      client.workflowService.getSystemInfo({}),
    );
    return ok({ kind: 'temporalAnswers', name: serverVersion, address });
  } catch {
    return failure({ kind: 'temporalAway', address });
  }
}

/** Without its tables the database answers none of the other checks. */
async function hasSchema({ database }: Store): Promise<boolean> {
  const applied = await listAppliedMigrations(database).catch((): string[] => []);
  return knownMigrations().every((name) => applied.includes(name));
}

/** Only the error code: messages may contain addresses with passwords. */
function findErrorCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as { parent?: unknown }).parent) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return '';
}
