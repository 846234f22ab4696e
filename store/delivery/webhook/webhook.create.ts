import { Refusal } from '../../../domain/platform/errors/refusal';
import { deliveredTopic, deliveredTypes } from '../../../domain/delivery/webhook/subscription';
import { isWebAddress } from '../../../domain/delivery/web-address/web-address';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { findShop } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import type { EgressPolicy } from '../../../runtime/egress/egress-policy';
import { findSharedKeys, newKeys } from './shared-key';
import { WEBHOOK, type NewWebhook, type WebhookRow } from './webhook.table';

/** Limits for a shop or identity, and for a party without one. The limit of a party replaces both. */
export const WEBHOOK_LIMITS = { perShop: 10, perParty: 5 } as const;

const MAX_URL = 1_000;

const INSERT = statement<WebhookRow>(
  'webhook-insert',
  `INSERT INTO webhooks AS w (id, party_id, shop_id, identity_id, wallet_id, topic, event_types, delivered_types, url,
     public_key, encrypted_private_key, encrypted_previous_private_key, previous_key_until, key_created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${WEBHOOK}`,
);

/**
 * Creates a webhook with the key pair of the party's webhooks with the same URL, else its newest, else a new one. It gets events that commit later.
 * @throws Refusal invalidRequest, invalidPartyID, invalidShopID, webhookLimitExceeded
 */
export async function createWebhook(store: Store, given: NewWebhook): Promise<WebhookRow> {
  const types = deliveredTypes(given.topic, given.eventTypes);
  const { database, origin } = store;
  if (types.length === 0) {
    throw new Refusal('invalidRequest', 'eventTypes names no event, so that the webhook would get none', {
      place: 'body.scope.eventTypes',
    });
  }
  assertUrl(given.url, store.reachable);
  // Checked before the key generation, so that refused requests cost none, and again under the lock.
  const isShared = await database.transaction(async (tx) => {
    await assertQuota(database, given, tx);
    return (await findSharedKeys(database, given, tx)) !== undefined;
  });
  const own = isShared ? undefined : await newKeys(store);
  const created = await database.transaction(async (tx) => {
    await assertQuota(database, given, tx);
    const keys = (await findSharedKeys(database, given, tx)) ?? own;
    if (!keys) return undefined;
    const { partyID, shopID = null, identityID = null, walletID = null, topic, eventTypes, url } = given;
    const scope = [partyID, shopID, identityID, walletID, deliveredTopic(topic), [...eventTypes], types];
    const stored = [keys.publicKey, keys.encrypted, keys.previousEncrypted, keys.previousKeyUntil, keys.keyCreatedAt];
    const [webhook] = await database.run(INSERT, [newId(), ...scope, url, ...stored], tx);
    if (!webhook) throw new Error('the webhook was not stored');
    await auditWithin(database, origin, [{ type: 'webhook', id: webhook.id }], tx);
    return webhook;
  });
  // The webhook with the shared key was deleted concurrently.
  return created ?? createWebhook(store, given);
}

/** Refuses URLs that cannot be delivered to; resolved addresses are checked at each connection. */
function assertUrl(url: string, reachable: EgressPolicy): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && reachable.refusesHost(parsed.hostname)) {
    throw new Refusal('invalidRequest', 'url must lead to the public internet', { place: 'body.url' });
  }
  if (isWebAddress(url) && url.length <= MAX_URL) return;
  throw new Refusal(
    'invalidRequest',
    'url must be an http(s) address without a user name, of at most 1000 characters',
    {
      place: 'body.url',
    },
  );
}

/** Serialises the creations of a party, so that its limit holds. */
const LOCK_PARTY = statement<{ limit: number | null }>(
  'webhook-lock-party',
  'SELECT webhook_limit AS "limit" FROM parties WHERE id = $1 FOR NO KEY UPDATE',
);

const COUNT = statement<{ count: number }>(
  'webhook-count',
  `SELECT count(*)::integer AS count FROM webhooks
   WHERE party_id = $1 AND shop_id IS NOT DISTINCT FROM $2 AND identity_id IS NOT DISTINCT FROM $3 AND deleted_at IS NULL`,
);

async function assertQuota(
  database: Database,
  { partyID, shopID, identityID }: NewWebhook,
  tx: Transaction,
): Promise<void> {
  const [party] = await database.run(LOCK_PARTY, [partyID], tx);
  if (!party) throw new Refusal('invalidPartyID', 'no such party');
  if (shopID !== undefined && !(await findShop(database, { shopID, partyID }, tx))) {
    throw new Refusal('invalidShopID', 'party has no such shop');
  }
  const [row] = await database.run(COUNT, [partyID, shopID ?? null, identityID ?? null], tx);
  const owner = getOwner({ shopID, identityID });
  const limit = party.limit ?? (owner === 'party' ? WEBHOOK_LIMITS.perParty : WEBHOOK_LIMITS.perShop);
  if ((row?.count ?? 0) >= limit) {
    throw new Refusal('webhookLimitExceeded', `at most ${limit} webhooks are allowed for one ${owner}`);
  }
}

function getOwner({ shopID, identityID }: Pick<NewWebhook, 'shopID' | 'identityID'>): 'party' | 'shop' | 'identity' {
  if (identityID !== undefined) return 'identity';
  return shopID === undefined ? 'party' : 'shop';
}
