import { notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { discardWebhookQueues } from './discard';
import { REF, refValues, type WebhookRef } from './webhook.queries';

const DELETE = statement<{ id: string }>(
  'webhook-delete',
  `UPDATE webhooks w SET deleted_at = now() WHERE ${REF} RETURNING w.id`,
);

/** Deletes a webhook and discards its waiting messages. @throws Refusal notFound */
export async function deleteWebhook(store: Store, ref: WebhookRef): Promise<void> {
  const { database, origin } = store;
  await database.transaction(async (tx) => {
    const [deleted] = await database.run(DELETE, refValues(ref), tx);
    if (!deleted) throw notFound('Webhook');
    await auditWithin(database, origin, [{ type: 'webhook', id: ref.webhookID }], tx);
  });
  await discardWebhookQueues(store, ref.webhookID);
}
