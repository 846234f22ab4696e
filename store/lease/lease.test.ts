import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessages, aShopStore, aWebhook, noLimits, type ShopStore } from '../../testing/factories/webhook';
import { ARRIVAL_TIMEOUT_MS } from '../../testing/timeouts';
import { statement } from '../database';
import { newId } from '../id';
import { appendCommands } from '../outbox/outbox';
import { leaseCommands, releaseCommands } from '../outbox/outbox.lease';
import type { Channel } from '../wake-up';
import { LEASE_SECONDS, leaseQueues } from '../webhook/queue.lease';
import { LeaseReaper } from './lease-reaper';
import { LeaseOwner } from './lease-owner';

let shop: ShopStore;
let givenBack: Partial<Record<Channel, number>>;
let failures: unknown[];
let lost: Error[];
let heirs: LeaseReaper[];
let holders: LeaseOwner[];

beforeEach(async () => {
  shop = await aShopStore();
  await aWebhook(shop, { url: 'https://shop.example/hook' });
  givenBack = {};
  [failures, lost, heirs, holders] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all([...heirs.map((heir) => heir.stop()), ...holders.map((holder) => holder.close())]);
  await shop.store.database.close();
});

async function aHolder(): Promise<LeaseOwner> {
  const holder = new LeaseOwner(shop.databaseUrl, (error) => lost.push(error));
  await holder.open();
  holders.push(holder);
  return holder;
}

function anHeir(): void {
  const heir = new LeaseReaper({
    database: shop.store.database,
    onReclaimed: (channel, count) => (givenBack[channel] = count),
    onFailed: (error) => failures.push(error),
  });
  heir.start();
  heirs.push(heir);
}

/** Longer than a test takes. */
const LEASED_FOR_S = 60;

/** A command and a queue of a webhook. */
async function leaseOneOfEach(token: string): Promise<bigint[]> {
  const { database } = shop.store;
  const start = { kind: 'start', workflowID: `payment/${newId()}`, workflowType: 'payment', args: [] } as const;
  await appendCommands(database, [start]);
  await appendMessages(shop, { invoiceID: newId() });
  const commands = await leaseCommands(database, { lane: 'payer', limit: 10, seconds: LEASED_FOR_S, token });
  const queues = await leaseQueues(database, { limit: 10, token, limits: noLimits() });
  expect([commands.commands.length, queues.length]).toEqual([1, 1]);
  return commands.commands.map(({ id }) => id);
}

const LEASED = statement<{ token: string | null }>(
  'test-leased',
  `SELECT lease_token AS token FROM outbox WHERE leased_until >= now()
   UNION ALL SELECT lease_token FROM webhook_queues WHERE leased_until >= now()`,
);
const leased = async (): Promise<number> => (await shop.store.database.run(LEASED, [])).length;

interface Lock {
  pid: number | null;
  number: bigint | null;
}

/** So that it waits for longer than a moment. */
const TRIED_OFTEN = statement('test-tried-often', 'UPDATE outbox SET attempt_count = 9');

const LOCKS = statement<Lock>(
  'test-holders',
  `SELECT l.pid, l.objid::bigint AS number FROM pg_locks l JOIN pg_database d ON d.oid = l.database
   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2`,
);
const BREAK_OFF = statement('test-break-off-holder', 'SELECT pg_terminate_backend($1)');

async function untilGivenBack(): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(25)) {
    if (givenBack.outbox && givenBack.deliveries) break;
  }
  expect(givenBack).toEqual({ outbox: 1, deliveries: 1 });
  expect(await leased()).toBe(0);
}

test('what a holder leased is free soon after its death, and is its own until then', async () => {
  const holder = await aHolder();
  anHeir();
  await leaseOneOfEach(holder.newToken());
  await sleep(2_000);
  expect([givenBack, await leased()]).toEqual([{}, 2]);
  const diedAt = Date.now();
  await holder.close();
  await untilGivenBack();
  expect(Date.now() - diedAt).toBeLessThan(LEASE_SECONDS * 500);
  expect(failures).toEqual([]);
});

test('what was left behind before anybody looked is free, too, and what the living hold is not', async () => {
  const [dead, living] = [await aHolder(), await aHolder()];
  await leaseOneOfEach(dead.newToken());
  await leaseOneOfEach(living.newToken());
  await dead.close();
  anHeir();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && !givenBack.deliveries; await sleep(25));
  expect(givenBack).toEqual({ outbox: 1, deliveries: 1 });
  expect(await leased()).toBe(2);
});

test('who comes while others are looked for keeps what he has leased', async () => {
  anHeir();
  for (let count = 0; count < 4; count++) {
    const [one, other] = [await aHolder(), await aHolder()];
    await leaseOneOfEach(one.newToken());
    await other.close();
    await sleep(400);
  }
  await sleep(1_000);
  expect([givenBack, await leased()]).toEqual([{}, 8]);
});

test('a holder whose connection is broken off is back by the same number, and keeps what it has leased', async () => {
  const holder = await aHolder();
  await leaseOneOfEach(holder.newToken());
  const [before] = await shop.store.database.run(LOCKS, []);
  await shop.store.database.run(BREAK_OFF, [before?.pid]);
  let now: Lock[] = [];
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && now.length === 0; await sleep(25)) {
    now = (await shop.store.database.run(LOCKS, [])).filter(({ pid }) => pid !== before?.pid);
  }
  expect(now).toEqual([{ pid: expect.any(Number), number: before?.number }]);
  expect(lost.length).toBeGreaterThan(0);
  anHeir();
  await sleep(2_000);
  expect([givenBack, await leased()]).toEqual([{}, 2]);
});

test('leases that name no holder are left to their end', async () => {
  await leaseOneOfEach(newId());
  anHeir();
  await sleep(2_000);
  expect([givenBack, await leased(), failures]).toEqual([{}, 2, []]);
});

test('a command that the engine did not take waits its while, whether or not who tried lives', async () => {
  const dead = await aHolder();
  const token = dead.newToken();
  const ids = await leaseOneOfEach(token);
  await shop.store.database.run(TRIED_OFTEN, []);
  await releaseCommands(shop.store.database, { ids, token });
  await dead.close();
  anHeir();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && !givenBack.deliveries; await sleep(25));
  expect([givenBack, await leased()]).toEqual([{ deliveries: 1 }, 1]);
});
