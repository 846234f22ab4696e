import type { DeliveredTopic, SubscriptionTopic } from '../../../domain/delivery/webhook/subscription';
import { columnsOf, selectList } from '../../postgres/columns';

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

const COLUMNS = columnsOf<WebhookRow>()([
  'id partyID shopID identityID walletID topic eventTypes url isActive pausedAt publicKey standardPublicKey',
  'createdAt',
]);

/** The SELECT list of webhooks `w`. */
export const WEBHOOK = selectList(COLUMNS, 'w');

/** Purpose to which the encryption of private keys is bound. */
export const WEBHOOK_KEY = 'webhook-key';
