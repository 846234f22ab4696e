import { Runtime, makeTelemetryFilterString, type Worker } from '@temporalio/worker';
import { engineClient } from '../runtime/engine-client';
import { loadEnvironment, type Environment } from '../runtime/environment';
import { startHealthServer, type HealthServer } from '../runtime/health-server';
import { createLogger, type Logger } from '../runtime/logger';
import { EncryptingCodec } from '../runtime/payload-codec';
import { stopOnSignals, type ShutdownStep } from '../runtime/shutdown';
import { startWithRetry } from '../runtime/start-with-retry';
import { openTracing } from '../runtime/tracing/tracing';
import { DatabaseUnavailable } from '../store/postgres/database-failure';
import { openFileStorage } from '../files/open-file-storage';
import { accountSource } from '../store/payments/connector-account/account-source';
import { payloadKeys } from '../security/payload-keys';
import { openStore, type Store } from '../store/store';
import { setTraceReader } from '../store/trace-context';
import { openVaultClient } from '../vault/client/open-client';
import { AccountHealthReporter, circuitSettings } from './account-health-reporter';
import { connectWithRetry } from './connect-with-retry';
import { createActivities } from './create-activities';
import { createDeliveryWorker, createReportWorker, createWorker, getUsage } from './create-worker';
import { DiscardedTasks, engineLogger } from './engine-logger';
import { FirstAttempts } from './first-attempts';
import { measuredAccounts, RequestsInProgress } from './measured-connectors';
import { createMetrics, type Metrics } from './metrics';
import { PendingWorkflowTasks } from './pending-workflow-tasks';
import { readiness } from './readiness';
import { registerSearchAttributes } from './search-attributes';
import { startBackgroundJobs } from './start-background-jobs';

/** The worker process: workflows, activities, dispatchers of commands and webhook messages. */
async function main(): Promise<void> {
  const environment = loadEnvironment();
  const logger = createLogger({ process: 'worker', level: environment.LOG_LEVEL });
  const discardedTasks = installRuntime(logger);
  const store = openStore(environment, environment.WORKER_CONNECTIONS);
  const vault = openVaultClient(environment);
  const connection = await connectWithRetry(environment, logger);
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE_PREFIX: taskQueue } = environment;
  await registerSearchAttributes(connection, { namespace, logger });

  const tracing = await openTracing(environment, 'worker');
  if (tracing) setTraceReader(() => tracing.current());
  const engineTracing = tracing && (await import('./traced-worker.js')).tracedByEngine(tracing);
  await waitForDatabase(store, logger);
  const metrics = createMetrics(store, discardedTasks);
  const accountHealth = new AccountHealthReporter(store.database, circuitSettings(environment), logger);
  const delivery = {
    store,
    allowedNetworks: environment.WEBHOOK_ALLOWED_NETWORKS,
    maxWorkflows: environment.WEBHOOK_WORKFLOWS,
    onAttempt: metrics.observeAttempt,
    tracing,
  };
  const measuring = openMeasuring(accountHealth, metrics);
  const { activities, webhookActivities, reportActivities, firstSteps } = createActivities({
    connectors: measuredAccounts(accountSource(store), measuring),
    vault,
    apiUrl: environment.API_URL,
    files: await openFileStorage(environment),
    delivery,
    onCompared: metrics.observeComparison,
    ...{ personalMetadataKeys: environment.PERSONAL_METADATA_KEYS, mail: environment },
  });
  const codec = new EncryptingCodec(payloadKeys(environment));
  const shared = { connection, namespace, taskQueue, codec, tracing: engineTracing?.worker };
  const deliveryWorker = await createDeliveryWorker({ ...shared, activities: webhookActivities }, environment);
  const reportWorker = await createReportWorker({ ...shared, activities: reportActivities }, environment);
  const worker = await createWorker({ ...shared, activities, pendingTasks: measuring.pendingTasks }, environment);
  const client = engineClient({ connection, namespace, interceptors: engineTracing?.client }, codec);
  const firstAttempts = new FirstAttempts(firstSteps, { logger, tracing });
  const usage = getUsage(worker, environment, { ...measuring, firstAttempts });
  const outbox = { tracing, accountHealth, pendingTasks: measuring.pendingTasks, ...usage };
  const jobs = await startBackgroundJobs({ delivery, environment, client, logger, metrics, ...outbox });
  const problem = readiness({ store, client, namespace, worker });
  const health = await startHealth(environment, { registry: metrics.registry, logger, problem });
  const workers = [worker, deliveryWorker, reportWorker];
  const running = Promise.all(workers.map((each) => each.run()));

  stopOnSignals({
    logger,
    steps: [
      ...shutdownSteps({ jobs, workers, running }),
      { name: 'connection', stop: () => connection.close() },
      { name: 'health', stop: () => health.stop() },
      { name: 'vault', stop: () => vault.close() },
      { name: 'store', stop: () => store.database.close() },
      { name: 'traces', stop: async () => tracing?.stop() },
    ],
  });
  logger.info({ taskQueue, port: environment.WORKER_PORT }, 'worker is ready');
  await running;
}

/** Forwards the warnings of the SDK's core to the logger. */
function installRuntime(logger: Logger): DiscardedTasks {
  const discardedTasks = new DiscardedTasks();
  Runtime.install({
    shutdownSignals: [],
    logger: engineLogger(logger, discardedTasks),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
  });
  return discardedTasks;
}

function openMeasuring(accountHealth: AccountHealthReporter, { observeConnector }: Metrics) {
  return {
    observe: accountHealth.observing(observeConnector),
    inProgress: new RequestsInProgress(),
    pendingTasks: new PendingWorkflowTasks(),
  };
}

function startHealth(
  { HOST: host, WORKER_PORT: port }: Environment,
  input: Omit<Parameters<typeof startHealthServer>[0], 'host' | 'port'>,
): Promise<HealthServer> {
  return startHealthServer({ host, port, ...input });
}

async function waitForDatabase({ database }: Store, logger: Logger): Promise<void> {
  await startWithRetry(() => database.ping(), {
    isRetryable: (error) => error instanceof DatabaseUnavailable,
    logger,
    target: 'the database',
  });
}

/** Stops what produces work before the workers, and releases leases after the last delivery. */
function shutdownSteps(parts: {
  jobs: Awaited<ReturnType<typeof startBackgroundJobs>>;
  workers: readonly Worker[];
  running: Promise<unknown>;
}): ShutdownStep[] {
  const { jobs, workers, running } = parts;
  return [
    { name: 'sweeper', stop: () => jobs.sweeper.stop() },
    { name: 'attempt summary', stop: () => jobs.summary.stop() },
    { name: 'account health', stop: () => jobs.health.stop() },
    { name: 'periodic tasks', stop: () => Promise.all(jobs.quick.map((task) => task.stop())) },
    { name: 'lease reaper', stop: () => jobs.reaper.stop() },
    { name: 'outbox', stop: () => jobs.outbox.stop() },
    { name: 'polling', stop: () => Promise.resolve(workers.forEach((each) => each.shutdown())) },
    { name: 'deliveries', stop: () => jobs.deliveries.stop() },
    { name: 'activities', stop: () => running },
    { name: 'leases', stop: () => jobs.leaseOwner.close() },
    { name: 'listener', stop: () => jobs.listener.close() },
    { name: 'outbox database', stop: () => jobs.outboxDatabase.close() },
    // Last, because a silent mail server holds it for half a minute.
    { name: 'notices of chargebacks', stop: () => jobs.notices.stop() },
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
