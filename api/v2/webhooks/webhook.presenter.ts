import { createPublicKey } from 'node:crypto';
import type { WebhookRow } from '../../../store/delivery/webhook/webhook.table';
import type * as Wire from './webhook.types';

export function presentWebhook(webhook: WebhookRow): Wire.Webhook {
  return {
    id: webhook.id,
    active: webhook.isActive && !webhook.pausedAt,
    scope: { topic: webhook.topic, shopID: webhook.shopID, eventTypes: webhook.eventTypes } as Wire.WebhookScope,
    partyID: webhook.partyID,
    url: webhook.url,
    publicKey: getPem(webhook.publicKey),
    ...(webhook.standardPublicKey === null ? {} : { standardPublicKey: webhook.standardPublicKey }),
  };
}

/** The public key in PEM, which ends with its last dash: receivers compare and paste it as it is. */
function getPem(publicKey: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return key.export({ format: 'pem', type: 'spki' }).toString().trimEnd();
}
