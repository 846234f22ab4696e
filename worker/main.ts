import { Client } from '@temporalio/client';
import { Runtime } from '@temporalio/worker';
import { connectPatiently } from './connect-patiently';
import { createSandboxConnector } from '../activities/connectors/sandbox/sandbox.connector';
import { createDepositActivities } from '../activities/deposit/deposit.activities';
import { createDestinationActivities } from '../activities/destination/destination.activities';
import { createBindingActivities } from '../activities/binding/binding.activities';
import { createChargebackActivities } from '../activities/chargeback/chargeback.activities';
import { createInvoiceActivities } from '../activities/invoice/invoice.activities';
import { createPaymentActivities } from '../activities/payment/payment.activities';
import { createRefundActivities } from '../activities/refund/refund.activities';
import { createReportActivities } from '../activities/report/report.activities';
import { createWebhookActivities } from '../activities/webhook/webhook.activities';
import { createWithdrawalActivities } from '../activities/withdrawal/withdrawal.activities';
import { loadEnvironment } from '../runtime/environment';
import { createLogger } from '../runtime/logger';
import { stopOnSignals } from '../runtime/shutdown';
import { openFileStorage } from '../store/file/file-storage';
import { openStore } from '../store/store';
import { WakeUpListener } from '../store/wake-up';
import { createDeliveryWorker, createWorker } from './create-worker';
import { startDeliveryDispatcher } from './delivery-dispatcher';
import { startHealthServer } from './health-server';
import { OutboxDispatcher } from './outbox-dispatcher';
import { registerSearchAttributes } from './search-attributes';

/** The worker process: workflows, activities, and the two dispatchers (commands to the engine, messages to webhooks). */
async function main(): Promise<void> {
  const environment = loadEnvironment();
  const logger = createLogger({ process: 'worker', level: environment.LOG_LEVEL });
  Runtime.install({ shutdownSignals: [] });
  const store = openStore(environment);
  const connection = await connectPatiently(environment, logger);
  const namespace = environment.TEMPORAL_NAMESPACE;
  const taskQueue = environment.TEMPORAL_TASK_QUEUE_PREFIX;
  const allowedNetworks = environment.WEBHOOK_ALLOWED_NETWORKS;
  await registerSearchAttributes(connection, { namespace, logger });

  const sandbox = createSandboxConnector({ url: environment.SANDBOX_URL, secret: environment.SANDBOX_SECRET });
  const webhookActivities = createWebhookActivities({ store, allowedNetworks });
  const shared = { connection, namespace, taskQueue };
  const sender = await createDeliveryWorker({ ...shared, activities: webhookActivities });
  const worker = await createWorker({
    ...shared,
    activities: {
      ...createInvoiceActivities({ store }),
      ...createPaymentActivities({ store, connectors: { sandbox }, apiUrl: environment.API_URL }),
      ...createBindingActivities({ store, connectors: { sandbox }, apiUrl: environment.API_URL }),
      ...createChargebackActivities(store),
      ...createRefundActivities({ store, connectors: { sandbox } }),
      ...createDestinationActivities({ store }),
      ...createDepositActivities({ store }),
      ...createWithdrawalActivities({ store, connectors: { sandbox } }),
      ...createReportActivities({ store, files: openFileStorage(environment) }),
      ...webhookActivities,
    },
  });
  const client = new Client({ connection, namespace });
  const outbox = new OutboxDispatcher({ store, client, taskQueue, logger });
  const deliveries = startDeliveryDispatcher({ store, databaseUrl: environment.DATABASE_URL, allowedNetworks, logger });
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
  const health = await startHealthServer({ host: environment.HOST, port: environment.WORKER_PORT, store, worker });
  const running = Promise.all([worker.run(), sender.run()]);

  stopOnSignals({
    logger,
    steps: [
      { name: 'outbox', stop: () => outbox.stop() },
      { name: 'deliveries', stop: () => deliveries.stop() },
      {
        name: 'worker',
        stop: async () => {
          worker.shutdown();
          sender.shutdown();
          await running;
        },
      },
      { name: 'listener', stop: () => listener.close() },
      { name: 'connection', stop: () => connection.close() },
      { name: 'health', stop: () => health.stop() },
      { name: 'store', stop: () => store.database.close() },
    ],
  });
  logger.info({ taskQueue, port: environment.WORKER_PORT }, 'worker is ready');
  await running;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
