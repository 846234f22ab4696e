import { useQuery } from '@tanstack/react-query';
import { callMerchants, callWallets } from '../../api/client';

export type OwnTopic = 'InvoicesTopic' | 'CustomersTopic' | 'PayoutsTopic' | 'WithdrawalsTopic' | 'DestinationsTopic';

/** A webhook of `/v2`, or of an identity of `/wallet/v0`. */
export interface OwnWebhook {
  id: string;
  active: boolean;
  url: string;
  publicKey: string;
  identityID?: string;
  scope: { topic: OwnTopic; shopID?: string; walletID?: string; eventTypes: string[] };
}

export interface OwnIdentity {
  id: string;
  name: string;
}

interface WebhookLists {
  webhooks: OwnWebhook[];
  identities: OwnIdentity[];
}

const MAX_IDENTITIES = 50;

/** The webhooks of shops, and those of each owner of wallets. */
export function useOwnWebhooks() {
  return useQuery({
    queryKey: ['own-webhooks'],
    queryFn: async ({ signal }): Promise<WebhookLists> => {
      const [ofShops, { result: identities = [] }] = await Promise.all([
        callMerchants<OwnWebhook[]>('/processing/webhooks', { signal }),
        callWallets<{ result?: OwnIdentity[] }>(`/identities?limit=${MAX_IDENTITIES}`, { signal }),
      ]);
      const ofWallets = await Promise.all(
        identities.map(async ({ id }) =>
          callWallets<OwnWebhook[]>(`/webhooks?identityID=${encodeURIComponent(id)}`, { signal }),
        ),
      );
      return { webhooks: [...ofShops, ...ofWallets.flat()], identities };
    },
  });
}

export const isOfWallets = (topic: OwnTopic): boolean => topic === 'WithdrawalsTopic' || topic === 'DestinationsTopic';

export interface OwnWebhookParams {
  topic: OwnTopic;
  /** The shop, or the owner of wallets. */
  ownerID: string;
  eventTypes: string[];
  url: string;
}

export async function createOwnWebhook({ topic, ownerID, eventTypes, url }: OwnWebhookParams): Promise<OwnWebhook> {
  const body = isOfWallets(topic)
    ? { identityID: ownerID, scope: { topic, eventTypes }, url }
    : { scope: { topic, shopID: ownerID, eventTypes }, url };
  return isOfWallets(topic)
    ? callWallets<OwnWebhook>('/webhooks', { method: 'POST', body })
    : callMerchants<OwnWebhook>('/processing/webhooks', { method: 'POST', body });
}

export async function deleteOwnWebhook({ id, identityID }: OwnWebhook): Promise<void> {
  const path = encodeURIComponent(id);
  if (identityID === undefined) await callMerchants(`/processing/webhooks/${path}`, { method: 'DELETE' });
  else await callWallets(`/webhooks/${path}?identityID=${encodeURIComponent(identityID)}`, { method: 'DELETE' });
}

/** The events of a topic, as subscriptions name them. */
export const EVENT_TYPES: Readonly<Record<OwnTopic, readonly string[]>> = {
  InvoicesTopic: [
    ...['InvoiceCreated', 'InvoicePaid', 'InvoiceCancelled', 'InvoiceFulfilled'],
    ...[
      'PaymentStarted',
      'PaymentProcessed',
      'PaymentCaptured',
      'PaymentCancelled',
      'PaymentRefunded',
      'PaymentFailed',
    ],
    ...['PaymentChargedBack', 'PaymentCashChanged', 'PaymentInteractionRequested', 'PaymentInteractionCompleted'],
    ...['RefundCreated', 'RefundPending', 'RefundSucceeded', 'RefundFailed'],
  ],
  CustomersTopic: [
    ...['CustomerCreated', 'CustomerDeleted', 'CustomerReady'],
    ...['CustomerBindingStarted', 'CustomerBindingSucceeded', 'CustomerBindingFailed'],
  ],
  PayoutsTopic: ['PayoutCreated', 'PayoutPaid', 'PayoutFailed'],
  WithdrawalsTopic: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'],
  DestinationsTopic: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'],
};

/** What is chosen at first: what most shops need. */
export const COMMON_EVENT_TYPES: Readonly<Record<OwnTopic, readonly string[]>> = {
  ...EVENT_TYPES,
  InvoicesTopic: ['InvoicePaid', 'PaymentCaptured', 'PaymentFailed', 'RefundSucceeded', 'RefundFailed'],
};
