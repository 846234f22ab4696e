import { subscriptionTopic } from '../../../domain/delivery/webhook/subscription';
import type { WebhookRow } from '../../../store/delivery/webhook/webhook.table';
import type * as Wire from './webhook.types';

export function presentWebhook(webhook: WebhookRow): Wire.Webhook {
  const { topic, walletID, eventTypes } = webhook;
  const scope = { topic: subscriptionTopic(topic), walletID: walletID ?? undefined, eventTypes };
  return {
    id: webhook.id,
    identityID: webhook.identityID ?? '',
    active: webhook.isActive && !webhook.pausedAt,
    scope: scope as Wire.WebhookScope,
    url: webhook.url,
    publicKey: webhook.publicKey,
    ...(webhook.standardPublicKey === null ? {} : { standardPublicKey: webhook.standardPublicKey }),
  };
}
