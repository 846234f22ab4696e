import type { DeliveredTopic, SubscriptionTopic } from '../../../domain/delivery/webhook/subscription';
import { selectList, type Columns } from '../../postgres/columns';

export interface WebhookRow {
  id: string;
  partyID: string;
  shopID: string | null;
  identityID: string | null;
  walletID: string | null;
  /** The topic in messages; `subscriptionTopic` gives that of the scope. */
  topic: DeliveredTopic;
  /** As given in the scope. */
  eventTypes: string[];
  url: string;
  isActive: boolean;
  pausedAt: Date | null;
  /** Base64 of the X.509 SubjectPublicKeyInfo in DER, without PEM header. */
  publicKey: string;
  /** The public key of Standard Webhooks, `whpk_…`, while its headers are enabled. */
  standardPublicKey: string | null;
  createdAt: Date;
}

/** Input of a creation: a shop for the payment topics, an identity for the wallet topics. */
export interface NewWebhook {
  partyID: string;
  topic: SubscriptionTopic;
  shopID?: string;
  identityID?: string;
  walletID?: string;
  eventTypes: readonly string[];
  url: string;
}

const COLUMNS: Columns<WebhookRow> = {
  id: 'id',
  partyID: 'party_id',
  shopID: 'shop_id',
  identityID: 'identity_id',
  walletID: 'wallet_id',
  topic: 'topic',
  eventTypes: 'event_types',
  url: 'url',
  isActive: 'is_active',
  pausedAt: 'paused_at',
  publicKey: 'public_key',
  standardPublicKey: 'standard_public_key',
  createdAt: 'created_at',
};

/** The SELECT list of webhooks `w`. */
export const WEBHOOK = selectList(COLUMNS, 'w');

/** Purpose to which the encryption of private keys is bound. */
export const WEBHOOK_KEY = 'webhook-key';
