import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { anInvoice } from '../../tests/harness/factories/payment';

/** Twice the concurrency of a party. */
const CALLERS = 24;

let api: TestApi;
let operatorKey: string;

beforeAll(async () => {
  api = await startApi();
  operatorKey = (await anOperator(api.store.database, { name: 'vera', roles: ['finance'] })).secret;
});

afterAll(() => api?.stop());

/** Opens a connection, sends a request and neither reads its response nor ends it. */
function send(text: string) {
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

const head = (line: string, headers = '') =>
  `${line} HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${api.own.apiKey}\r\nX-Request-ID: turn\r\n${headers}\r\n`;

test('clients that do not read responses, leave, or send bodies slowly do not use up the turns of their party', async () => {
  const { merchant, shopID } = api.own;
  const reading = Array.from({ length: CALLERS }, () => send(head('GET /v2/processing/me')));
  const slow = Array.from({ length: CALLERS }, () =>
    send(`${head('POST /v2/processing/invoices', 'Content-Type: application/json\r\nContent-Length: 100\r\n')}{`),
  );
  const leaving = Array.from({ length: CALLERS }, () => send(head('GET /v2/processing/shops')));
  for (const socket of leaving) socket.destroy();
  await sleep(200);
  await anInvoice(merchant, shopID);
  for (const socket of [...reading, ...slow]) socket.destroy();
});

test('pipelined requests whose connection is closed do not keep the turns of their party', async () => {
  const { merchant } = api.own;
  const request = head('GET /v2/processing/shops');
  for (let wave = 0; wave < 3; wave++) {
    const sockets = Array.from({ length: CALLERS }, () => send(request.repeat(4)));
    await sleep(20);
    for (const socket of sockets) socket.destroy();
  }
  await sleep(1_000);
  expect((await merchant.get('/v2/processing/shops')).status).toBe(200);
}, 30_000);

test('more requests than a party may have in progress are answered in turn', async () => {
  const { merchant } = api.own;
  const answers = await Promise.all(Array.from({ length: 10 * CALLERS }, () => merchant.get('/v2/processing/me')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test.each([
  ['a party', '/v2/processing/shops', () => api.own.apiKey, 12],
  ['an operator', '/operators/v1/registries', () => operatorKey, 8],
])(
  'requests of %s count as in progress until their work ends, also when their clients leave',
  async (_who, path, getKey, max) => {
    const { database } = api.store;
    const run = database.run.bind(database);
    let [inFlight, maxInFlight] = [0, 0];
    const spy = jest.spyOn(database, 'run').mockImplementation(async (statement, values, tx) => {
      if (!/shop|registry-list/.test(statement.name)) return run(statement, values, tx);
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      await sleep(1_500);
      inFlight -= 1;
      return run(statement, values, tx);
    });
    const request = head(`GET ${path}`).replace(api.own.apiKey, getKey());
    for (let wave = 0; wave < 4; wave++) {
      const sockets = Array.from({ length: CALLERS }, () => send(request));
      await sleep(200);
      for (const socket of sockets) socket.destroy();
    }
    spy.mockRestore();
    expect(maxInFlight).toBeGreaterThan(max / 2);
    expect(maxInFlight).toBeLessThanOrEqual(max);
    await sleep(2_000);
    const { status } = await fetch(`${api.url}${path}`, {
      headers: { Authorization: `Bearer ${getKey()}`, 'X-Request-ID': 'later' },
    });
    expect(status).toBe(200);
  },
);
