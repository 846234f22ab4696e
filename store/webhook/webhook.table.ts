import type { DeliveredTopic, SubscriptionTopic } from '../../domain/webhook/subscription';
import { selectList, type Columns } from '../columns';

/** A subscription: which messages of a party's shop, identity or wallet go to which address. */
export interface Webhook {
  id: string;
  partyID: string;
  shopID: string | null;
  identityID: string | null;
  walletID: string | null;
  /** The topic as messages bear it; `subscriptionTopic` gives the one of the scope. */
  topic: DeliveredTopic;
  /** As the scope named them. */
  eventTypes: string[];
  url: string;
  isActive: boolean;
  /** Set while an operator has paused deliveries. */
  pausedAt: Date | null;
  /** Base64 of the X.509 SubjectPublicKeyInfo in DER, without armour. */
  publicKey: string;
  /** The public key of Standard Webhooks, `whpk_…`, while messages carry their headers. */
  standardPublicKey: string | null;
  createdAt: Date;
}

/** What a caller gives for a new webhook. A shop for the payment topics, an identity for the wallet topics. */
export interface NewWebhook {
  partyID: string;
  topic: SubscriptionTopic;
  shopID?: string;
  identityID?: string;
  walletID?: string;
  eventTypes: readonly string[];
  url: string;
}

const COLUMNS: Columns<Webhook> = {
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

/** The list for a SELECT of webhooks `w`. */
export const WEBHOOK = selectList(COLUMNS, 'w');

/** The encryption of webhooks' private keys is bound to this purpose. */
export const WEBHOOK_KEY = 'webhook-key';
