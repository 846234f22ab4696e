import { notFound } from '../../domain/errors/refusal';
import { statement } from '../database';
import type { Store } from '../store';
import { discardQueuesOf } from './discard';
import { REF, refValues, type WebhookRef } from './webhook.queries';

const DELETE = statement<{ id: string }>(
  'webhook-delete',
  `UPDATE webhooks w SET deleted_at = now() WHERE ${REF} RETURNING w.id`,
);

/** Deletes a webhook: nothing more is sent to it, and what waits for it is discarded. @throws Refusal notFound */
export async function deleteWebhook(store: Store, ref: WebhookRef): Promise<void> {
  const [deleted] = await store.database.run(DELETE, refValues(ref));
  if (!deleted) throw notFound('Webhook');
  await discardQueuesOf(store, ref.webhookID);
}
