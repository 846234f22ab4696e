import { randomBytes } from 'node:crypto';
import { statement } from '../../../store/postgres/database';
import { newId } from '../../../store/id';
import { appendChangeStatement, changeResult, type Change } from '../../../store/change-log';
import type { WebhookMessage } from '../../../webhook-messages/message';
import { openStore, wakeDispatchers, type Store } from '../../../store/store';
import type { LeaseLimits } from '../../../store/delivery/webhook/queue.lease';
import type { WebhookRow } from '../../../store/delivery/webhook/webhook.table';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { freshDatabase } from '../database';

/** A store with its own database, one party and one shop. */
export type ShopStore = { store: Store; databaseUrl: string; partyID: string; shopID: string };

export const noLimits = (): LeaseLimits => ({ perParty: new Map(), defaultPerParty: 1_000, exceptWebhooks: [] });

const insertParty = statement('test-party', 'INSERT INTO parties (id, webhook_limit) VALUES ($1, $2)');
const insertShop = statement(
  'test-shop',
  `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name)
   VALUES ($1, $2, 'RUB', 1, '1', 'https://shop.example', 'Shop')`,
);

export async function aShopStore(input: { webhookLimit?: number } = {}): Promise<ShopStore> {
  const databaseUrl = await freshDatabase();
  const store = openStore({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.0/8'],
  });
  return anotherShop({ store, databaseUrl }, input);
}

export async function anotherShop(
  { store, databaseUrl }: Pick<ShopStore, 'store' | 'databaseUrl'>,
  input: { webhookLimit?: number } = {},
): Promise<ShopStore> {
  const [partyID, shopID] = [newId(), newId()];
  await store.database.run(insertParty, [partyID, input.webhookLimit ?? null]);
  await store.database.run(insertShop, [shopID, partyID]);
  return { store, databaseUrl, partyID, shopID };
}

/** By default for `InvoiceCreated` and `InvoicePaid`. */
export async function aWebhook(
  { store, partyID, shopID }: ShopStore,
  given: { url: string; eventTypes?: string[] },
): Promise<WebhookRow> {
  const eventTypes = given.eventTypes ?? ['InvoiceCreated', 'InvoicePaid'];
  return createWebhook(store, { partyID, shopID, topic: 'InvoicesTopic', url: given.url, eventTypes });
}

/** Appends webhook messages in a transaction of their own, without an event; `handsOver` to the dispatcher of this process. */
export async function appendMessages(
  { store, partyID, shopID }: ShopStore,
  given: { invoiceID: string; eventTypes?: string[]; content?: object; handsOver?: boolean },
): Promise<void> {
  const content = given.content ?? { invoice: { id: given.invoiceID, product: 'Чай' } };
  const messages = (given.eventTypes ?? ['InvoiceCreated']).map((eventType) => ({
    topic: 'InvoicesTopic',
    eventType,
    ...content,
  }));
  const change: Change = {
    subject: { type: 'invoice', id: given.invoiceID },
    recipients: { partyID, shopID },
    occurredAt: new Date(),
    // Minimal messages: queues do not inspect them.
    messages: messages as unknown as WebhookMessage[],
  };
  const recorded = await store.database.transaction(async (tx) => {
    const queue = { partyID, subject: `invoice/${given.invoiceID}` };
    const leaseToken = given.handsOver ? store.wakeUp.leaseWithin(tx, queue) : undefined;
    const append = appendChangeStatement(change, undefined, { leaseToken });
    const answers = await store.database.commitWith([append], tx);
    return changeResult(change, answers.getRows(append), leaseToken);
  });
  wakeDispatchers(store, recorded);
}
