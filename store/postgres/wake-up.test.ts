import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../../tests/harness/database';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { Database, statement } from './database';
import { WakeUp, WakeUpListener, type Channel } from './wake-up';

let url: string;
let database: Database;
let woken: Channel[];
let lost: Error[];
let listener: WakeUpListener;

/** Idle sessions: LISTEN takes effect only when it has completed. */
const LISTENING = statement<{ pid: number }>(
  'test-listening',
  `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`,
);
const BREAK_OFF = statement('test-break-off', 'SELECT pg_terminate_backend($1)');

beforeAll(async () => {
  url = await freshDatabase();
  database = new Database({ url });
});

beforeEach(() => {
  [woken, lost] = [[], []];
  listener = aListener(url);
});

const aListener = (at: string) =>
  new WakeUpListener(
    at,
    (channel) => woken.push(channel),
    (error) => lost.push(error),
  );

afterEach(() => listener.close());
afterAll(() => database.close());

async function untilListening(count: number, matches = (_pid: number) => true): Promise<number[]> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(25)) {
    const pids = (await database.run(LISTENING, [])).map(({ pid }) => pid).filter(matches);
    if (pids.length === count) return pids;
  }
  throw new Error(`there were never ${count} listeners`);
}

async function untilWoken(...channels: Channel[]): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; woken.length < channels.length && Date.now() < end;)
    await sleep(25);
  expect(woken).toEqual(channels);
}

test('simultaneous wake-ups are coalesced into one', async () => {
  await listener.open();
  const sender = new WakeUp(database);
  for (let count = 0; count < 100; count++) sender.send('outbox');
  await untilWoken('outbox');
  sender.send('deliveries');
  await untilWoken('outbox', 'deliveries');
});

test('a local dispatcher is woken without the database and without waking others', async () => {
  await listener.open();
  const sender = new WakeUp(database);
  const isWoken = new Promise<void>((resolve) => sender.onSend('outbox', resolve));
  sender.send('outbox');
  await isWoken;
  sender.send('deliveries');
  await untilWoken('deliveries');
});

test('a listener reports a lost connection once and reconnects', async () => {
  await listener.open();
  const [first] = await untilListening(1);
  await database.run(BREAK_OFF, [first]);
  await untilListening(1, (pid) => pid !== first);
  expect(lost).toHaveLength(1);
  new WakeUp(database).send('outbox');
  await untilWoken('outbox');
});

test('a listener that is closed while opening keeps no connection', async () => {
  const opening = listener.open();
  await listener.close();
  await opening;
  await untilListening(0);
});

test('a listener without a server keeps retrying and can be closed', async () => {
  const unreachable = aListener('postgres://nobody@127.0.0.1:1/none');
  await unreachable.open();
  expect(lost.map(String)).toEqual([expect.stringContaining('ECONNREFUSED')]);
  await unreachable.close();
});
