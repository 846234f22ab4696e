import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { aShopStore, type ShopStore } from '../../../tests/harness/factories/webhook';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { service } from '../../../tests/harness/services';
import { createApiKey } from '../../merchants/api-key/api-key.create';
import { asOperator } from './origin';
import { verifyAudit, type AuditHead } from './verify';

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const run = <Row extends object>(text: string) => shop.store.database.search<Row>(text, []);

/** Creates keys, each of which is an operator's action. @returns the head after them */
async function act(count: number): Promise<AuditHead> {
  const { store, partyID } = shop;
  const { origin } = asOperator(store, { operation: 'keys create', requestID: 'r', paymentID: null }, 'operator/alice');
  const one = async (): Promise<unknown> =>
    createApiKey(store.database, { partyID, name: 'k' }, origin && { ...origin });
  await Promise.all(Array.from({ length: count }, one));
  return (await verifyAudit(store.database)).head;
}

/** The owner of the database can disable its triggers. */
async function tamper(...texts: string[]): Promise<void> {
  const tables = ['audit_chain', 'audit_chain_head', 'audit_log'];
  for (const table of tables) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const text of texts) await run(text);
  for (const table of tables) await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

const readFault = async (kept?: AuditHead) => (await verifyAudit(shop.store.database, kept)).fault;

test('an unchanged chain is valid after retention deletes rows of audit_log', async () => {
  expect(await readFault()).toBeUndefined();
  const head = await act(5);
  expect(head.number).toBe(5n);
  expect(await readFault(head)).toBeUndefined();
  await tamper(
    `UPDATE audit_chain SET entry = entry || '{"at": "2020-01-01T00:00:00.000000Z"}' WHERE number = 5`,
    `UPDATE audit_chain SET hash = sha256(previous_hash || convert_to(entry::text, 'UTF8')) WHERE number = 5`,
    `UPDATE audit_chain_head SET hash = (SELECT hash FROM audit_chain WHERE number = 5)`,
    `DELETE FROM audit_log WHERE id = (SELECT audit_id FROM audit_chain WHERE number = 5)`,
  );
  expect(await readFault()).toBeUndefined();
});

test.each([
  `UPDATE audit_chain SET entry = entry || '{"caller": "operator/bob"}'`,
  'DELETE FROM audit_chain',
  'TRUNCATE audit_chain',
  'DELETE FROM audit_chain_head',
  'TRUNCATE audit_chain_head',
  'UPDATE audit_chain_head SET number = number - 1',
  `UPDATE audit_log SET caller = 'operator/bob'`,
])('the database refuses %s', async (text) => {
  await act(3);
  await expect(run(text)).rejects.toThrow(/append-only/);
  expect(await readFault()).toBeUndefined();
});

const REHASH = (number: number): string =>
  `UPDATE audit_chain SET hash = sha256(previous_hash || convert_to(entry::text, 'UTF8')) WHERE number = ${number}`;

test.each([
  ['a change', 3n, 'changed', [`UPDATE audit_chain SET entry = entry || '{"caller": "x"}' WHERE number = 3`]],
  [
    'a change with its hash',
    4n,
    'unlinked',
    [`UPDATE audit_chain SET entry = entry || '{"caller": "x"}' WHERE number = 3`, REHASH(3)],
  ],
  ['a deletion', 2n, 'missing', ['DELETE FROM audit_chain WHERE number = 2']],
  ['a cut tail', 5n, 'cutOff', ['DELETE FROM audit_chain WHERE number > 4']],
  [
    'another order',
    2n,
    'unlinked',
    [
      'UPDATE audit_chain SET number = -2 WHERE number = 2',
      'UPDATE audit_chain SET number = 2 WHERE number = 3',
      'UPDATE audit_chain SET number = 3 WHERE number = -2',
    ],
  ],
  [
    'an entry inserted at the end',
    7n,
    'beyondHead',
    [
      `INSERT INTO audit_chain SELECT 7, 1000, entry || '{"number": 7, "id": 1000}', hash, hash FROM audit_chain WHERE number = 6`,
      REHASH(7),
    ],
  ],
  [
    'a differing row of audit_log',
    4n,
    'rowDiffers',
    [`UPDATE audit_log SET reason = 'x' WHERE id = (SELECT audit_id FROM audit_chain WHERE number = 4)`],
  ],
  [
    'a missing row of audit_log',
    4n,
    'rowGone',
    ['DELETE FROM audit_log WHERE id = (SELECT audit_id FROM audit_chain WHERE number = 4)'],
  ],
] as const)('verification finds %s at the first affected entry', async (_, number, kind, texts) => {
  await act(6);
  await tamper(...texts);
  expect(await readFault()).toEqual({ number, kind });
});

test('a head stored elsewhere reveals a cut head and a rewritten chain', async () => {
  const kept = await act(6);
  await tamper(
    'DELETE FROM audit_chain WHERE number > 4',
    'DELETE FROM audit_log WHERE id NOT IN (SELECT audit_id FROM audit_chain)',
    'UPDATE audit_chain_head SET number = 4, hash = (SELECT hash FROM audit_chain WHERE number = 4)',
  );
  expect(await readFault()).toBeUndefined();
  expect(await readFault(kept)).toEqual({ number: 5n, kind: 'cutOff' });
  await act(2);
  expect(await readFault()).toBeUndefined();
  expect(await readFault(kept)).toEqual({ number: 6n, kind: 'rewritten' });
});

/** A chain longer than one page, made of rows as commands write them. */
async function aLongChain(): Promise<AuditHead> {
  for (let made = 0; made < 4_500; made += 500) {
    await run(
      `INSERT INTO audit_log (subject_type, subject_id, occurred_at, request_id, operation, caller)
       SELECT 'apiKey', n::text, now(), 'r', 'keys create', 'operator/alice' FROM generate_series(1, 500) n`,
    );
  }
  return (await verifyAudit(shop.store.database)).head;
}

test('verification compares a long chain page by page and finds a fault on each page', async () => {
  const head = await aLongChain();
  expect(head.number).toBe(4_500n);
  const { database } = shop.store;
  const executed: string[] = [];
  const watched: typeof database = Object.assign(Object.create(database) as typeof database, {
    run: async (...given: Parameters<typeof database.run>) => {
      executed.push(given[0].name);
      return database.run(...given);
    },
  });
  expect((await verifyAudit(watched)).fault).toBeUndefined();
  const times = (name: string) => executed.filter((one) => one === name).length;
  expect(times('audit-chain-copies')).toBe(3);
  expect(times('audit-chain-unchained')).toBe(4);
  for (const number of [4_500, 2_001, 2_000, 1]) {
    await tamper(
      `UPDATE audit_log SET reason = 'x' WHERE id = (SELECT audit_id FROM audit_chain WHERE number = ${number})`,
    );
    expect(await readFault()).toEqual({ number: BigInt(number), kind: 'rowDiffers' });
  }
});

test('verification finds an operator row without an entry of the chain', async () => {
  const { number } = await aLongChain();
  await tamper(
    `INSERT INTO audit_log (subject_type, subject_id, occurred_at, request_id, operation, caller)
     VALUES ('apiKey', 'k', now(), 'r', 'keys create', 'operator/bob')`,
  );
  expect([number, await readFault()]).toEqual([4_500n, { number: expect.any(BigInt), kind: 'unchained' }]);
});

const WRITER = `
  const { createApiKey } = require(process.argv[1] + '/dist/store/merchants/api-key/api-key.create');
  const { Database } = require(process.argv[1] + '/dist/store/postgres/database');
  const database = new Database({ url: process.argv[2], poolSize: 16 });
  const origin = () => ({ operation: 'keys create', caller: 'operator/' + process.pid, requestID: 'r', partyID: null,
    paymentID: null, status: null, isNoted: false });
  const write = async () => { for (;;) await createApiKey(database, { partyID: process.argv[3], name: 'k' }, origin()); };
  for (let i = 0; i < 16; i++) void write();
`;

test('64 writers of four processes keep one chain, which stays valid after they are killed', async () => {
  await service('build');
  const root = join(__dirname, '../../..');
  const writers: ChildProcess[] = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['-e', WRITER, root, shop.databaseUrl, shop.partyID], { stdio: 'inherit' }),
  );
  const counted = async () =>
    (
      await run<{ keys: bigint; entries: bigint; writers: bigint }>(
        `SELECT (SELECT count(*) FROM api_keys) AS keys, count(*) AS entries, count(DISTINCT entry ->> 'caller') AS writers
       FROM audit_chain`,
      )
    )[0];
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (let now = await counted(); Date.now() < end; now = await counted()) {
    if (now && now.entries > 300n && now.writers === 4n) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const ended = writers.map(async (writer) => once(writer, 'exit'));
  for (const writer of writers) writer.kill('SIGKILL');
  await Promise.all(ended);
  // A commit of a killed writer becomes visible a moment later.
  let now = await counted();
  while (now?.entries !== (now = await counted())?.entries);
  expect(now).toMatchObject({ entries: now?.keys, writers: 4n });
  expect(now?.entries).toBeGreaterThan(300n);
  expect(await readFault()).toBeUndefined();
});
