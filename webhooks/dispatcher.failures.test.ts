import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../runtime/logger';
import { newId } from '../store/id';
import { orderReplay } from '../store/delivery/webhook/replay.order';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { appendMessages, aShopStore, aWebhook, type ShopStore } from '../tests/harness/factories/webhook';
import { startWebhookDispatcher } from './dispatcher';

let shop: ShopStore;
let receiver: WebhookReceiver;
let stop: () => Promise<void>;
/** The lines of the log. */
let lines: Record<string, unknown>[];

beforeEach(async () => {
  shop = await aShopStore();
  receiver = await startWebhookReceiver();
  lines = [];
});
afterEach(async () => {
  await stop();
  await receiver.close();
  await shop.store.database.close();
});

function start(): void {
  const { store, databaseUrl } = shop;
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ process: 'test', level: 'warn', destination: { write } });
  const options = { store, databaseUrl, logger, newToken: randomUUID };
  ({ stop } = startWebhookDispatcher({ ...options, allowedNetworks: ['127.0.0.0/8'], maxWorkflows: 50 }));
}

const sql = (text: string, values: unknown[] = []) => shop.store.database.search<any>(text, values);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so within ${ARRIVAL_TIMEOUT_MS} ms; the log: ${JSON.stringify(lines)}`);
    await sleep(20);
  }
}

const isLogged = (text: string) => () => lines.some(({ msg }) => msg === text);

test('a queue whose message cannot be signed is logged by its names, and others are delivered', async () => {
  const { id: webhookID } = await aWebhook(shop, { url: 'http://127.0.0.1:9/hook', eventTypes: ['InvoicePaid'] });
  await aWebhook(shop, { url: receiver.url, eventTypes: ['InvoiceCreated'] });
  await sql(`UPDATE webhooks SET encrypted_private_key = 'damaged' WHERE id = $1`, [webhookID]);
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'] });
  await appendMessages(shop, { invoiceID: newId() });
  start();
  await receiver.until((all) => all.length === 1);
  await until(isLogged('deliveries: a queue failed'));
  const names = { webhookID, subject: `invoice/${invoiceID}`, partyID: shop.partyID };
  expect(lines[0]).toMatchObject({ level: 'error', ...names, err: { message: expect.any(String) } });
  expect(
    await sql('SELECT status, attempt_count AS n FROM webhook_deliveries WHERE webhook_id = $1', [webhookID]),
  ).toEqual([{ status: 'pending', n: 0 }]);
});

test('workflows of queues that were not attempted when due are restarted at the start', async () => {
  const { id: webhookID } = await aWebhook(shop, { url: receiver.url });
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID });
  await sql(`UPDATE webhook_queues SET state = 'retrying', retry_at = now() - interval '301 seconds'`);
  start();
  await until(isLogged('deliveries: restarted workflows of lost queues'));
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', count: 1 })]);
  expect(await sql('SELECT workflow_id AS id FROM outbox')).toEqual([
    { id: `webhook/${webhookID}/invoice/${invoiceID}` },
  ]);
  expect(receiver.deliveries).toEqual([]);
});

test('a dispatcher that cannot lease, replay or recover logs each and continues when it can', async () => {
  await aWebhook(shop, { url: receiver.url });
  const tables = ['webhook_queues', 'webhook_replays'];
  for (const table of tables) await sql(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  start();
  const failures = ['a batch failed', 'a replay failed', 'lost queues could not be recovered'];
  for (const failure of failures) await until(isLogged(`deliveries: ${failure}`));
  expect(lines.every(({ level, err }) => level === 'error' && err !== undefined)).toBe(true);
  for (const table of tables) await sql(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  await appendMessages(shop, { invoiceID: newId() });
  await receiver.until((all) => all.length === 1);
});

test('a dispatcher that loses its connection for notifications logs it, and messages still arrive', async () => {
  await aWebhook(shop, { url: receiver.url });
  start();
  await appendMessages(shop, { invoiceID: newId() });
  await receiver.until((all) => all.length === 1);
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
  );
  await until(isLogged('deliveries: the connection for notifications was lost'));
  await appendMessages(shop, { invoiceID: newId() });
  await receiver.until((all) => all.length === 2);
});

test('an ordered replay is delivered without any other message', async () => {
  const { id: webhookID } = await aWebhook(shop, { url: receiver.url });
  for (let count = 0; count < 3; count++) await appendMessages(shop, { invoiceID: newId() });
  start();
  await until(async () => (await sql('SELECT FROM webhook_queues')).length === 0);
  await orderReplay(shop.store, { webhookID, toEventID: 3n });
  await receiver.until((all) => all.length === 6);
  const replayed = receiver.deliveries.filter(({ headers }) => headers['holdfast-replay'] !== undefined);
  expect(replayed).toHaveLength(3);
});

test('a stop releases the queues that wait for a slot and those in progress, and sends nothing more', async () => {
  const silent: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  await aWebhook(shop, { url: `http://127.0.0.1:${port}/hook` });
  for (let count = 0; count < 15; count++) await appendMessages(shop, { invoiceID: newId() });
  start();
  const countLeased = async () => (await sql('SELECT FROM webhook_queues WHERE lease_token IS NOT NULL')).length;
  await until(async () => (await countLeased()) === 15);
  const stoppedAt = Date.now();
  await stop();
  expect(Date.now() - stoppedAt).toBeGreaterThan(1_900);
  expect(await countLeased()).toBe(0);
  expect(await sql('SELECT DISTINCT status, attempt_count AS n FROM webhook_deliveries')).toEqual([
    { status: 'pending', n: 0 },
  ]);
  expect(lines).toEqual([]);
  await appendMessages(shop, { invoiceID: newId() });
  await sleep(300);
  expect(await countLeased()).toBe(0);
  silent.close();
  stop = async () => undefined;
});
