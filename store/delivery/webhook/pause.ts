import { notFound } from '../../../domain/platform/errors/refusal';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { queueChanged } from './delivery.commands';
import { claimEndpoint } from './endpoint.lock';

const PAUSE = statement<{ id: string }>(
  'webhook-pause',
  `UPDATE webhooks SET paused_at = coalesce(paused_at, now()), pause_reason = $2
   WHERE id = $1 AND deleted_at IS NULL AND (paused_at IS NULL OR pause_reason IS DISTINCT FROM $2) RETURNING id`,
);

/** Few subjects have a workflow each; from a limit on the workflow of the endpoint has all. */
const FIND_WORKFLOWS = statement<{ subject: string | null }>(
  'webhook-pause-workflows',
  `(SELECT subject FROM webhook_queues WHERE webhook_id = $1 AND state = 'retrying' LIMIT 1000)
   UNION ALL (SELECT NULL FROM webhook_queues WHERE webhook_id = $1 AND state = 'batched' LIMIT 1)`,
);

/**
 * Pauses deliveries: messages wait in their queues, and workflows end. A delivery in progress, or a run of messages that are recorded
 * together, finishes. The endpoint lock orders the pause against concurrent failures. Idempotent.
 * @throws Refusal notFound
 */
export async function pauseWebhook(
  store: Store,
  { webhookID, reason }: { webhookID: string; reason: string },
): Promise<void> {
  const { database } = store;
  await database.transaction(async (tx) => {
    await claimEndpoint(database, webhookID, tx);
    const [paused] = await database.run(PAUSE, [webhookID, reason], tx);
    if (!paused) {
      const [found] = await database.run(IS_PAUSED, [webhookID], tx);
      if (!found) throw notFound('Webhook');
      return;
    }
    const workflows = await database.run(FIND_WORKFLOWS, [webhookID], tx);
    const commands = workflows.map(({ subject }) =>
      queueChanged(subject === null ? workflowIDs.endpoint(webhookID) : workflowIDs.delivery(webhookID, subject)),
    );
    await appendCommands(database, commands, tx);
    await auditWithin(database, store.origin, [{ type: 'webhook', id: webhookID, reason }], tx);
  });
  store.wakeUp.send('outbox');
}

const IS_PAUSED = statement<{ isPaused: boolean }>(
  'webhook-is-paused',
  'SELECT paused_at IS NOT NULL AS "isPaused" FROM webhooks WHERE id = $1 AND deleted_at IS NULL',
);

const PAGE_SIZE = 500;

const LOCK_PAGE = statement<{ subject: string }>(
  'webhook-resume-page',
  `SELECT subject FROM webhook_queues WHERE webhook_id = $1 AND subject > $2 ORDER BY subject LIMIT ${PAGE_SIZE} FOR UPDATE`,
);

const RESET_RETRIES = statement(
  'webhook-resume-deliveries',
  `UPDATE webhook_deliveries SET first_attempt_at = NULL
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND status = 'pending' AND first_attempt_at IS NOT NULL`,
);

const MAKE_READY = statement(
  'webhook-resume-queues',
  `UPDATE webhook_queues SET state = 'ready', retry_at = NULL
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND state <> 'ready'`,
);

const RESUME = statement(
  'webhook-resume',
  'UPDATE webhooks SET paused_at = NULL, pause_reason = NULL WHERE id = $1 AND paused_at IS NOT NULL',
);

/**
 * Resumes deliveries: each subject in order, with a new retry period. The queues are made ready first, so after a crash the webhook is still
 * paused.
 * @throws Refusal notFound
 */
export async function resumeWebhook(store: Store, webhookID: string): Promise<void> {
  const { database } = store;
  const [found] = await database.run(IS_PAUSED, [webhookID]);
  if (!found) throw notFound('Webhook');
  if (!found.isPaused) return;
  for (let after: string | undefined = ''; after !== undefined;) after = await makeReady(database, webhookID, after);
  await database.transaction(async (tx: Transaction) => {
    await claimEndpoint(database, webhookID, tx);
    await database.run(RESUME, [webhookID], tx);
    await auditWithin(database, store.origin, [{ type: 'webhook', id: webhookID }], tx);
  });
  store.wakeUp.send('deliveries');
}

/** @returns the last subject of the page; undefined after the last page */
async function makeReady(database: Database, webhookID: string, after: string): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    const subjects = (await database.run(LOCK_PAGE, [webhookID, after], tx)).map(({ subject }) => subject);
    if (subjects.length === 0) return undefined;
    await database.run(RESET_RETRIES, [webhookID, subjects], tx);
    await database.run(MAKE_READY, [webhookID, subjects], tx);
    return subjects.length < PAGE_SIZE ? undefined : subjects.at(-1);
  });
}
