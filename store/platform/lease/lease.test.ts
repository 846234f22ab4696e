import { setTimeout as sleep } from 'node:timers/promises';
import {
  appendMessages,
  aShopStore,
  aWebhook,
  noLimits,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import { appendCommands } from '../outbox/outbox';
import { leaseCommands, releaseCommands } from '../outbox/outbox.lease';
import type { Channel } from '../../postgres/wake-up';
import { LEASE_SECONDS, leaseQueues } from '../../delivery/webhook/queue.lease';
import { LeaseReaper } from './lease-reaper';
import { LeaseOwner } from './lease-owner';

let shop: ShopStore;
let reclaimed: Partial<Record<Channel, number>>;
let failures: unknown[];
let lost: Error[];
let reapers: LeaseReaper[];
let owners: LeaseOwner[];

beforeEach(async () => {
  shop = await aShopStore();
  await aWebhook(shop, { url: 'https://shop.example/hook' });
  reclaimed = {};
  [failures, lost, reapers, owners] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all([...reapers.map((reaper) => reaper.stop()), ...owners.map((owner) => owner.close())]);
  await shop.store.database.close();
});

async function startOwner(): Promise<LeaseOwner> {
  const owner = new LeaseOwner(shop.databaseUrl, (error) => lost.push(error));
  await owner.open();
  owners.push(owner);
  return owner;
}

function startReaper(): void {
  const reaper = new LeaseReaper({
    database: shop.store.database,
    onReclaimed: (channel, count) => (reclaimed[channel] = count),
    onFailed: (error) => failures.push(error),
  });
  reaper.start();
  reapers.push(reaper);
}

/** Longer than a test takes. */
const LEASED_FOR_S = 60;

/** Leases a command and a webhook queue. */
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

/** Prolongs the backoff. */
const TRIED_OFTEN = statement('test-tried-often', 'UPDATE outbox SET attempt_count = 9');

const LOCKS = statement<Lock>(
  'test-owners',
  `SELECT l.pid, l.objid::bigint AS number FROM pg_locks l JOIN pg_database d ON d.oid = l.database
   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2`,
);
const BREAK_OFF = statement('test-break-off-owner', 'SELECT pg_terminate_backend($1)');

async function untilReclaimed(): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(25)) {
    if (reclaimed.outbox && reclaimed.deliveries) break;
  }
  expect(reclaimed).toEqual({ outbox: 1, deliveries: 1 });
  expect(await leased()).toBe(0);
}

test('leases of a dead owner are reclaimed promptly, those of a live one are not', async () => {
  const owner = await startOwner();
  startReaper();
  await leaseOneOfEach(owner.newToken());
  await sleep(2_000);
  expect([reclaimed, await leased()]).toEqual([{}, 2]);
  const diedAt = Date.now();
  await owner.close();
  await untilReclaimed();
  expect(Date.now() - diedAt).toBeLessThan(LEASE_SECONDS * 500);
  expect(failures).toEqual([]);
});

test('leases that were orphaned before the start are reclaimed', async () => {
  const [dead, living] = [await startOwner(), await startOwner()];
  await leaseOneOfEach(dead.newToken());
  await leaseOneOfEach(living.newToken());
  await dead.close();
  startReaper();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && !reclaimed.deliveries; await sleep(25));
  expect(reclaimed).toEqual({ outbox: 1, deliveries: 1 });
  expect(await leased()).toBe(2);
});

test('a new owner keeps its leases while others are reclaimed', async () => {
  startReaper();
  for (let count = 0; count < 4; count++) {
    const [one, other] = [await startOwner(), await startOwner()];
    await leaseOneOfEach(one.newToken());
    await other.close();
    await sleep(400);
  }
  await sleep(1_000);
  expect([reclaimed, await leased()]).toEqual([{}, 8]);
});

test('an owner that lost its connection returns with the same number and keeps its leases', async () => {
  const owner = await startOwner();
  await leaseOneOfEach(owner.newToken());
  const [before] = await shop.store.database.run(LOCKS, []);
  await shop.store.database.run(BREAK_OFF, [before?.pid]);
  let now: Lock[] = [];
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && now.length === 0; await sleep(25)) {
    now = (await shop.store.database.run(LOCKS, [])).filter(({ pid }) => pid !== before?.pid);
  }
  expect(now).toEqual([{ pid: expect.any(Number), number: before?.number }]);
  expect(lost.length).toBeGreaterThan(0);
  startReaper();
  await sleep(2_000);
  expect([reclaimed, await leased()]).toEqual([{}, 2]);
});

test('leases without an owner are not reclaimed', async () => {
  await leaseOneOfEach(newId());
  startReaper();
  await sleep(2_000);
  expect([reclaimed, await leased(), failures]).toEqual([{}, 2, []]);
});

test('reclaiming keeps the backoff of a failed command', async () => {
  const dead = await startOwner();
  const token = dead.newToken();
  const ids = await leaseOneOfEach(token);
  await shop.store.database.run(TRIED_OFTEN, []);
  await releaseCommands(shop.store.database, { ids, token });
  await dead.close();
  startReaper();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end && !reclaimed.deliveries; await sleep(25));
  expect([reclaimed, await leased()]).toEqual([{ deliveries: 1 }, 1]);
});
