import type { Client } from '@temporalio/client';
import { sendDueNotices } from '../activities/payments/dispute/chargeback-notices';
import type { Environment } from '../runtime/environment';
import type { Logger } from '../runtime/logger';
import { LeaseOwner } from '../store/platform/lease/lease-owner';
import { LeaseReaper } from '../store/platform/lease/lease-reaper';
import { expireCommands } from '../store/operators/operator-command/operator-command.transitions';
import { startReturnLookUps } from '../store/operators/reconciliation/return-look-ups';
import { openOutboxDatabase } from '../store/platform/outbox/outbox.lease';
import { orderDueActs } from '../store/merchants/settlement/due-acts';
import { WakeUpListener } from '../store/postgres/wake-up';
import { PeriodicTask } from '../runtime/periodic-task';
import { startWebhookDispatcher } from '../webhooks/dispatcher';
import type { AccountHealthReporter } from './account-health-reporter';
import { attemptSummary } from './attempt-summary';
import { measureCommandAge } from './command-age.metrics';
import type { Metrics } from './metrics';
import { OutboxDispatcher, type OutboxDispatcherOptions } from './outbox-dispatcher';
import { SettlementSchedules } from './settlement-schedules';
import { WorkflowSweeper } from './workflow-sweeper';

type WebhookDispatcherOptions = Parameters<typeof startWebhookDispatcher>[0];

export interface BackgroundJobsInput extends Pick<
  OutboxDispatcherOptions,
  'countRunning' | 'freeSlots' | 'pendingTasks' | 'firstAttempts' | 'tracing'
> {
  delivery: Omit<WebhookDispatcherOptions, 'databaseUrl' | 'logger' | 'newToken'>;
  environment: Environment;
  client: Client;
  logger: Logger;
  metrics: Metrics;
  accountHealth: AccountHealthReporter;
}

/** Pause between looks for commands that no operator approved in time; an expired one is refused in any case. */
const EXPIRY_INTERVAL_MS = 30_000;
/** Pause between looks for changed schedules of settlement. */
const SCHEDULES_INTERVAL_MS = 60_000;
/** Pause between looks for contracts whose act is due. */
const ACTS_INTERVAL_MS = 600_000;
/** Pause between looks for notices of chargebacks that are due; none after a batch that was sent. */
const NOTICES_INTERVAL_MS = 5_000;
/** Pause between looks for payouts and refunds that are looked up again after their success. */
const RETURNS_INTERVAL_MS = 60_000;

/** Starts the dispatchers of commands and webhook messages, and the periodic tasks. */
export async function startBackgroundJobs(input: BackgroundJobsInput) {
  const { delivery, environment, client, logger, metrics, accountHealth, ...outboxOptions } = input;
  const { store } = delivery;
  const taskQueue = environment.TEMPORAL_TASK_QUEUE_PREFIX;
  measureCommandAge(metrics.registry, store, { client, namespace: environment.TEMPORAL_NAMESPACE, taskQueue });
  const outboxDatabase = openOutboxDatabase(store.database.url);
  const leaseOwner = new LeaseOwner(environment.DATABASE_URL, (error) =>
    logger.warn({ err: error }, 'leases: connection lost, other workers may reclaim leases of this process'),
  );
  await leaseOwner.open();
  const { newToken } = leaseOwner;
  const outbox = new OutboxDispatcher({
    ...outboxOptions,
    database: outboxDatabase,
    client,
    taskQueue,
    logger,
    newToken,
    onAttempt: metrics.countCommand,
    concurrency: { payer: environment.OUTBOX_PAYER_AT_ONCE, background: environment.OUTBOX_BACKGROUND_AT_ONCE },
  });
  const deliveries = startWebhookDispatcher({ ...delivery, databaseUrl: environment.DATABASE_URL, logger, newToken });
  const listener = new WakeUpListener(
    environment.DATABASE_URL,
    (channel) => {
      if (channel === 'outbox') outbox.wake();
    },
    (error) => logger.warn({ err: error }, 'outbox: notifications interrupted, polling continues'),
  );
  store.wakeUp.onSend('outbox', () => outbox.wake());
  await listener.open();
  outbox.start();
  const reaper = new LeaseReaper({
    database: store.database,
    onReclaimed: (channel, count) => {
      logger.warn({ channel, count }, 'leases: reclaimed leases of a dead process');
      store.wakeUp.send(channel);
    },
    onFailed: (error) => logger.warn({ err: error }, 'leases: failed to look for leases of dead processes'),
  });
  reaper.start();
  const sweeper = new WorkflowSweeper({ store, client, taskQueue, logger, onRestarted: metrics.countRestarts });
  sweeper.start();
  const summary = attemptSummary(store.database, logger);
  summary.start();
  const tasks = startTasks(input);
  const health = accountHealth.start();
  return { outboxDatabase, leaseOwner, outbox, deliveries, listener, reaper, sweeper, summary, health, ...tasks };
}

/** The tasks that need neither a wake-up nor a lease. */
function startTasks({ delivery: { store }, environment, client, logger }: BackgroundJobsInput) {
  const schedules = new SettlementSchedules(store.database, client, environment.TEMPORAL_TASK_QUEUE_PREFIX);
  const start = (pauseMs: number, problem: string, run: () => Promise<unknown>): PeriodicTask => {
    const task = new PeriodicTask({
      run: async () => ((await run()) === true ? 0 : pauseMs),
      onError: (error) => logger.warn({ err: error }, problem),
      retryAfterMs: pauseMs,
    });
    task.start();
    return task;
  };
  const quick = [
    start(EXPIRY_INTERVAL_MS, 'operator commands: failed to expire those without approval', () =>
      expireCommands(store),
    ),
    start(RETURNS_INTERVAL_MS, 'returns: failed to start look-ups of payouts and refunds', () =>
      startReturnLookUps(store),
    ),
    start(SCHEDULES_INTERVAL_MS, 'settlement: failed to apply schedules', () => schedules.apply()),
    start(ACTS_INTERVAL_MS, 'settlement: failed to order acts', () => orderDueActs(store, environment.REGISTRY_DAYS)),
  ];
  const forNotices = { database: store.database, mail: environment, logger };
  const notices = start(NOTICES_INTERVAL_MS, 'chargebacks: failed to send notices', () => sendDueNotices(forNotices));
  return { quick, notices };
}
