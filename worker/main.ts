import { Runtime } from '@temporalio/worker';
import { connectWithRetry } from './connect-with-retry';
import { absentTestConnectors, judgeRoutes } from '../connectors/known-connectors';
import { openConnectors } from '../connectors/registry';
import { createDepositActivities } from '../activities/deposit/deposit.activities';
import { createDestinationActivities } from '../activities/destination/destination.activities';
import { createBindingActivities } from '../activities/binding/binding.activities';
import { createChargebackActivities } from '../activities/chargeback/chargeback.activities';
import { createInvoiceActivities } from '../activities/invoice/invoice.activities';
import { createPaymentActivities } from '../activities/payment/payment.activities';
import { createLateSuccessActivities } from '../activities/reconciliation/late-success.activities';
import { createReconciliationActivities, lists } from '../activities/reconciliation/reconciliation.activities';
import { createRefundActivities } from '../activities/refund/refund.activities';
import { createReencryptionActivities } from '../activities/encryption/reencryption.activities';
import { createReportActivities } from '../activities/report/report.activities';
import { createRetentionActivities } from '../activities/retention/retention.activities';
import { createWebhookActivities } from '../activities/webhook/webhook.activities';
import { createWithdrawalActivities } from '../activities/withdrawal/withdrawal.activities';
import { loadEnvironment } from '../runtime/environment';
import { engineClient } from '../runtime/engine-client';
import { EncryptingCodec } from '../runtime/payload-codec';
import { startHealthServer } from '../runtime/health-server';
import { createLogger } from '../runtime/logger';
import { startWithRetry } from '../runtime/start-with-retry';
import { stopOnSignals } from '../runtime/shutdown';
import { openTracing } from '../runtime/tracing/tracing';
import { announceConnectors } from '../store/reconciliation/connectors';
import { endAbsent } from '../store/reconciliation/ending';
import { openFileStorage } from '../store/file/open-file-storage';
import { payloadKeys } from '../store/secrets/payload-keys';
import { openStore } from '../store/store';
import { traceBy } from '../store/trace-context';
import { DatabaseUnavailable } from '../store/database-failure';
import { LeaseReaper } from '../store/lease/lease-reaper';
import { LeaseOwner } from '../store/lease/lease-owner';
import { openOutboxDatabase } from '../store/outbox/outbox.lease';
import { WakeUpListener } from '../store/wake-up';
import { createDeliveryWorker, createReportWorker, createWorker, freeTaskSlots } from './create-worker';
import { startWebhookDispatcher } from '../webhooks/dispatcher';
import { engineLogger } from './engine-logger';
import { measuredConnectors } from './measured-connectors';
import { createMetrics } from './metrics';
import { OutboxDispatcher } from './outbox-dispatcher';
import { readiness } from './readiness';
import { registerSearchAttributes } from './search-attributes';
import { PendingWorkflowTasks } from './pending-workflow-tasks';
import { WorkflowSweeper } from './workflow-sweeper';

/** The worker process: workflows, activities, and the two dispatchers (commands to the engine, messages to webhooks). */
async function main(): Promise<void> {
  const environment = loadEnvironment();
  const logger = createLogger({ process: 'worker', level: environment.LOG_LEVEL });
  Runtime.install({ shutdownSignals: [], logger: engineLogger(logger) });
  const store = openStore(environment, environment.WORKER_CONNECTIONS);
  const connection = await connectWithRetry(environment, logger);
  const namespace = environment.TEMPORAL_NAMESPACE;
  const taskQueue = environment.TEMPORAL_TASK_QUEUE_PREFIX;
  const allowedNetworks = environment.WEBHOOK_ALLOWED_NETWORKS;
  await registerSearchAttributes(connection, { namespace, logger });

  const tracing = await openTracing(environment, 'worker');
  if (tracing) traceBy(() => tracing.current());
  const engineTracing = tracing && (await import('./traced-worker.js')).tracedByEngine(tracing);
  const metrics = createMetrics(store, judgeRoutes(environment));
  const connectors = measuredConnectors(await openConnectors(environment), metrics.observeConnector);
  const maxWorkflows = environment.WEBHOOK_WORKFLOWS;
  const listing = Object.entries(connectors).filter(([, connector]) => lists(connector));
  const names = listing.map(([name]) => name);
  const isAway = (error: unknown) => error instanceof DatabaseUnavailable;
  const announce = async (): Promise<void> => {
    await announceConnectors(store.database, names);
    await endAbsent(store, absentTestConnectors(environment));
  };
  await startWithRetry(announce, { isAway, logger, what: 'the record' });
  const delivering = { store, allowedNetworks, maxWorkflows, onAttempt: metrics.observeAttempt, tracing };
  const webhookActivities = createWebhookActivities(delivering);
  const codec = new EncryptingCodec(payloadKeys(environment));
  const shared = { connection, namespace, taskQueue, codec, tracing: engineTracing?.worker };
  const reportActivities = createReportActivities({ store, files: await openFileStorage(environment) });
  const beside = [
    await createDeliveryWorker({ ...shared, activities: webhookActivities }, environment),
    await createReportWorker({ ...shared, activities: reportActivities }, environment),
  ];
  const entityActivities = {
    ...createPaymentActivities({ store, connectors, apiUrl: environment.API_URL }),
    ...createBindingActivities({ store, connectors, apiUrl: environment.API_URL }),
    ...createRefundActivities({ store, connectors }),
    ...createWithdrawalActivities({ store, connectors, apiUrl: environment.API_URL }),
  };
  const unbegun = new PendingWorkflowTasks();
  const worker = await createWorker(
    {
      ...shared,
      unbegun,
      activities: {
        ...createInvoiceActivities({ store }),
        ...entityActivities,
        ...createChargebackActivities(store),
        ...createDestinationActivities({ store }),
        ...createDepositActivities({ store }),
        ...createRetentionActivities({ store }),
        ...createReencryptionActivities({ store }),
        ...createReconciliationActivities({
          store,
          connectors,
          steps: entityActivities,
          onCompared: metrics.observeComparison,
        }),
        ...createLateSuccessActivities({ store, connectors, steps: entityActivities }),
        ...reportActivities,
        ...webhookActivities,
      },
    },
    environment,
  );
  const client = engineClient({ connection, namespace, interceptors: engineTracing?.client }, codec);
  const outboxDatabase = openOutboxDatabase(store.database.url);
  const holder = new LeaseOwner(environment.DATABASE_URL, (error) =>
    logger.warn({ err: error }, 'leases: others may take this process for dead for a while'),
  );
  await holder.open();
  const { newToken } = holder;
  const outbox = new OutboxDispatcher({
    database: outboxDatabase,
    client,
    taskQueue,
    logger,
    newToken,
    tracing,
    onAttempt: metrics.countCommand,
    atOnce: { payer: environment.OUTBOX_PAYER_AT_ONCE, background: environment.OUTBOX_BACKGROUND_AT_ONCE },
    roomAtWorker: () => freeTaskSlots(worker, environment),
    unbegun,
  });
  const deliveries = startWebhookDispatcher({ ...delivering, databaseUrl: environment.DATABASE_URL, logger, newToken });
  const listener = new WakeUpListener(
    environment.DATABASE_URL,
    (channel) => {
      if (channel === 'outbox') outbox.poke();
    },
    (error) => logger.warn({ err: error }, 'outbox: no wake-ups for a while'),
  );
  store.wakeUp.onSend('outbox', () => outbox.poke());
  await listener.open();
  outbox.start();
  const heir = new LeaseReaper({
    database: store.database,
    onReclaimed: (channel, count) => {
      logger.warn({ channel, count }, 'leases: what a process that died had leased goes on here');
      store.wakeUp.send(channel);
    },
    onFailed: (error) => logger.warn({ err: error }, 'leases: what was left behind could not be looked for'),
  });
  heir.start();
  const sweeper = new WorkflowSweeper({ store, client, taskQueue, logger, onRestarted: metrics.countRevived });
  sweeper.start();
  const health = await startHealthServer({
    host: environment.HOST,
    port: environment.WORKER_PORT,
    registry: metrics.registry,
    logger,
    problem: readiness({ store, client, namespace, worker }),
  });
  const workers = [worker, ...beside];
  const running = Promise.all(workers.map((each) => each.run()));

  stopOnSignals({
    logger,
    steps: [
      { name: 'sweeper', stop: () => sweeper.stop() },
      { name: 'heir', stop: () => heir.stop() },
      { name: 'outbox', stop: () => outbox.stop() },
      { name: 'polling', stop: () => Promise.resolve(workers.forEach((each) => each.shutdown())) },
      { name: 'deliveries', stop: () => deliveries.stop() },
      { name: 'activities', stop: () => running },
      { name: 'leases', stop: () => holder.close() },
      { name: 'listener', stop: () => listener.close() },
      { name: 'connection', stop: () => connection.close() },
      { name: 'health', stop: () => health.stop() },
      { name: 'outbox database', stop: () => outboxDatabase.close() },
      { name: 'store', stop: () => store.database.close() },
      { name: 'traces', stop: async () => tracing?.stop() },
    ],
  });
  logger.info({ taskQueue, port: environment.WORKER_PORT }, 'worker is ready');
  await running;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
