import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { portToKeep } from '../tests/harness/ports';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { sandboxApiKey } from './keys';
import type { Sandbox } from './server';
import { aSandbox, TEST_SECRET } from './testing';

let sandbox: Sandbox & { databaseUrl: string };

beforeAll(async () => {
  sandbox = await aSandbox();
});

afterAll(() => sandbox.stop());

type CallBody = Record<string, unknown> & { status?: string };

async function call(
  method: string,
  path: string,
  body?: object,
  url = sandbox.url,
): Promise<{ code: number; body: CallBody }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { code: answer.status, body: (text ? JSON.parse(text) : {}) as CallBody };
}

function authorisation(operationID: string, amount = 1_000): object {
  return {
    kind: 'authorise',
    operationID,
    amount,
    currency: 'RUB',
    paymentTool: { type: 'card', cardNumber: '4242424242424242', expDate: '12/24', cvv: '987' },
    callbackUrl: 'http://127.0.0.1:9/',
    merchantName: 'Магазин',
    description: 'Заказ',
  };
}

const followUp = (kind: string, authorisationID: string, id: string, amount?: number) => ({
  kind,
  operationID: `${authorisationID}/${id}`,
  authorisationID,
  ...(amount !== undefined && { amount, currency: 'RUB' }),
});

test('64 concurrent refunds, captures and voids never exceed the held and captured amounts', async () => {
  for (const hold of ['race-1', 'race-2', 'race-3']) {
    await call('POST', '/operations', authorisation(hold));
    const racers = Array.from({ length: 64 }, (_, index) => {
      if (index % 8 === 0) return followUp('capture', hold, `capture${index}`, 900);
      if (index % 8 === 4) return followUp('void', hold, `void${index}`);
      return followUp('refund', hold, `refund${index % 40}`, 70);
    });
    await Promise.all(racers.map((racer) => call('POST', '/operations', racer)));
    const { body } = await call('GET', `/payments/${hold}`);
    const { captured = 0, voided = 0, refunded = 0 } = body as Record<string, number>;
    expect([
      [900, 0],
      [0, 1_000],
    ]).toContainEqual([captured, voided]);
    expect(refunded % 70).toBe(0);
    expect(refunded).toBeLessThanOrEqual(captured);
  }
});

test('concurrent repetitions of a refund have one effect', async () => {
  await call('POST', '/operations', authorisation('repeat'));
  await call('POST', '/operations', followUp('capture', 'repeat', 'capture', 1_000));
  const refund = followUp('refund', 'repeat', 'refund', 100);
  await Promise.all(Array.from({ length: 30 }, () => call('POST', '/operations', refund)));
  const { body } = await call('GET', '/operations?prefix=repeat/refund');
  expect(body).toMatchObject([{ kind: 'refund', amount: 100, status: 'approved', attempts: 30, effects: 1 }]);
  expect((await call('GET', '/payments/repeat')).body).toMatchObject({ captured: 1_000, refunded: 100 });
});

test('operations and payments are listed by prefix in pages', async () => {
  for (const id of ['list_1', 'list_2', 'listx']) await call('POST', '/operations', authorisation(id));
  const ids = async (path: string) =>
    ((await call('GET', path)).body as unknown as Record<string, string>[]).map(
      (row) => row['operationID'] ?? row['authorisationID'],
    );
  expect(await ids('/operations?prefix=list_')).toEqual(['list_1', 'list_2']);
  expect(await ids('/payments?prefix=list_&limit=1')).toEqual(['list_1']);
  expect(await ids('/payments?prefix=list_&limit=1&after=list_1')).toEqual(['list_2']);
});

test('responses survive a restart', async () => {
  const first = await aSandbox();
  const given = await call('POST', '/operations', authorisation('kept'), first.url);
  await call(
    'POST',
    '/behaviours',
    { behaviour: { type: 'unavailable' }, match: { kinds: ['lookUp'] }, times: 1 },
    first.url,
  );
  await first.stop();
  const second = await aSandbox({ databaseUrl: first.databaseUrl });
  expect((await call('GET', '/operations/kept', undefined, second.url)).code).toBe(503);
  const { body } = await call('GET', '/operations/kept', undefined, second.url);
  expect(body).toMatchObject({ ...given.body, attempts: 1, effects: 1 });
  await second.stop();
});

test('a behaviour can be limited to some calls and removed', async () => {
  const order = {
    match: { kinds: ['authorise'], operationIDPrefix: 'ordered' },
    times: 2,
    behaviour: { type: 'unavailable' },
  };
  expect((await call('POST', '/behaviours', order)).code).toBe(201);
  const codes = async (id: string) => (await call('POST', '/operations', authorisation(id))).code;
  expect(await codes('other')).toBe(200);
  expect([await codes('ordered'), await codes('ordered'), await codes('ordered')]).toEqual([503, 503, 200]);

  const failure = 'authorization_failed:account_stolen';
  const { body } = await call('POST', '/behaviours', {
    match: { amount: 4_242 },
    behaviour: { type: 'decline', failure },
  });
  expect((await call('POST', '/operations', authorisation('stolen', 4_242))).body).toMatchObject({ failure });
  await call('DELETE', `/behaviours/${String(body['id'])}`);
  expect((await call('POST', '/operations', authorisation('fine', 4_242))).body.status).toBe('approved');
  expect((await call('POST', '/behaviours', { behaviour: { type: 'explode' } })).code).toBe(400);
});

test('a card number is neither stored nor repeated', async () => {
  const wrong = { ...authorisation('wrong'), amount: 0 };
  const malformed = await call('POST', '/operations', wrong);
  expect(malformed.code).toBe(400);
  const unread = await fetch(`${sandbox.url}/operations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"cardNumber":"4242424242424242"',
  });
  expect(JSON.stringify(malformed.body) + (await unread.text())).not.toContain('4242424242424242');

  const client = new Client({ connectionString: sandbox.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ whole: string }>(
    `SELECT coalesce(string_agg(o::text, ' '), '') || coalesce((SELECT string_agg(a::text, ' ') FROM attempts a), '') AS whole
     FROM operations o`,
  );
  await client.end();
  expect(rows[0]?.whole).toContain('424242******4242');
  expect(rows[0]?.whole).not.toMatch(/4242424242424242|"987"/);
});

test('a closed sandbox requires the key except for payers', async () => {
  const closed = await aSandbox({ isOpen: false });
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${closed.url}${path}`, { headers })).status;
  const key = { Authorization: `Bearer ${sandboxApiKey(TEST_SECRET)}` };
  expect(await status('/operations')).toBe(401);
  expect(await status('/behaviours')).toBe(401);
  expect(await status('/', key)).toBe(404);
  expect(await status('/operations', { Authorization: 'Bearer wrong' })).toBe(401);
  expect(await status('/operations', key)).toBe(200);
  expect(await status('/pay')).toBe(200);
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
  await closed.stop();
});

test('an invalid percent-encoding gives an error without a stack', async () => {
  for (const path of ['/operations/%ff', '/interactions/%ff', '/%ff']) {
    const { code, body } = await call('GET', path);
    expect([400, 404]).toContain(code);
    expect(Object.keys(body)).toEqual(['error']);
  }
});

/** A proxy to a database that can cut all connections like a killed server. */
async function proxyTo(target: string, port0 = 0): Promise<{ url: string; cut: () => void; close: () => void }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(port0, '127.0.0.1', resolve));
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return { url: url.href, cut, close: () => (server.close(), cut()) };
}

test('a lost database connection fails only its operation', async () => {
  const proxy = await proxyTo(sandbox.databaseUrl);
  const far = await aSandbox({ databaseUrl: proxy.url });
  const [holder, watcher] = [new Client(sandbox.databaseUrl), new Client(sandbox.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  // A separate connection: pg_stat_activity is cached within a transaction.
  const isWaiting = async () =>
    (
      await watcher.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  await call('POST', '/operations', authorisation('cut'));
  const capture = followUp('capture', 'cut', 'capture', 1_000);
  await holder.query(`BEGIN; SELECT FROM operations WHERE operation_id = 'cut' FOR UPDATE`);
  const pending = call('POST', '/operations', capture, far.url);
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  try {
    while (!(await isWaiting())) {
      if (Date.now() > end) throw new Error('the capture does not wait for its lock');
      await sleep(20);
    }
    proxy.cut();
    expect((await pending).code).toBe(500);
  } finally {
    // Releases the lock for later operations.
    await Promise.all([holder.end(), watcher.end()]);
  }
  expect((await call('POST', '/operations', capture, far.url)).body.status).toBe('approved');
  await far.stop();
  proxy.close();
});

test.each([
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xe0, 0x22, 0x3a, 0x31, 0x7d]), 'body', /UTF-8/],
  ['a repeated amount', Buffer.from('{"amount":1,"amount":2}'), 'body.amount', /repeated/],
  ['an amount that is nearly an integer', Buffer.from('{"amount":99999999999.9999999}'), 'body.amount', /exactly/],
])('an operation with %s is refused', async (_, body, path, code) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/operations`, { method: 'POST', headers, body });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'malformedRequest', problems: [{ path, code: expect.stringMatching(code) }] },
  ]);
});

test.each([
  ['bytes', Buffer.from([0x61, 0x3d, 0xe0]), 'application/x-www-form-urlencoded'],
  ['percent-encoded bytes', Buffer.from('decision=%e0'), 'application/x-www-form-urlencoded'],
  ['a charset', Buffer.from('decision=confirm'), 'application/x-www-form-urlencoded; charset=windows-1251'],
])('a form with %s of another encoding is refused', async (_, body, type) => {
  const answer = await fetch(`${sandbox.url}/pay`, { method: 'POST', headers: { 'Content-Type': type }, body });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/utf-8/i)]);
});

test('a sandbox that is started before its database waits for it', async () => {
  const stopped = await proxyTo(sandbox.databaseUrl, await portToKeep());
  stopped.close();
  const starting = aSandbox({ databaseUrl: stopped.url });
  await sleep(300);
  const proxy = await proxyTo(sandbox.databaseUrl, Number(new URL(stopped.url).port));
  const late = await starting;
  expect((await call('POST', '/operations', authorisation('late'), late.url)).body.status).toBe('approved');
  await late.stop();
  proxy.close();
});
