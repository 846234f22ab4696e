import { createHmac } from 'node:crypto';
import { anInvoice } from '../../tests/harness/factories/payment';
import { CALLBACK_SECRET, serveApi, startApi, type TestApi } from '../../tests/harness/api';
import { Database } from '../../store/postgres/database';
import type { HttpAnswer } from '../../tests/harness/http-client';
import { WALLET, anAuthorisedDestination, aWallet, readBalance, fund } from '../../tests/harness/factories/wallet';

let api: TestApi;
let operator: Database;

beforeAll(async () => {
  api = await startApi();
  operator = new Database({ url: api.databaseUrl, poolSize: 1 });
});

afterAll(async () => {
  await operator?.close();
  await api?.stop();
});

const TERMINATE = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Sends 64 concurrent requests while all database connections are terminated repeatedly. */
async function underTermination<Answer>(ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  let isOver = false;
  const ending = (async () => {
    while (!isOver) {
      await operator.search(TERMINATE, []);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index)));
  isOver = true;
  await ending;
  return answers;
}

/** Checks the allowed responses during a database outage. */
function expectHonest({ status, headers, body }: HttpAnswer<unknown>, done: number): void {
  expect([done, 503, 504]).toContain(status);
  if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(JSON.stringify(body ?? '')).not.toMatch(/node_modules|\.ts:|\.js:|terminat/);
}

test('invoices during terminated connections are created, refused with 503 or of unknown outcome, never 500', async () => {
  const { merchant, shopID } = api.own;
  const answers = await underTermination((index) =>
    merchant.post('/v2/processing/invoices', {
      shopID,
      dueDate: new Date(Date.now() + 3_600_000).toISOString(),
      amount: 100,
      currency: 'RUB',
      product: 'Чай',
      metadata: {},
      externalID: `outage-${index}`,
    }),
  );
  for (const answer of answers) expectHonest(answer, 201);
  for (const [index, { status }] of answers.entries()) {
    const found = await merchant.get(`/v2/processing/invoices?externalID=outage-${index}`);
    if (status === 201) expect(found.status).toBe(200);
    if (status === 503) expect(found.status).toBe(404);
  }
  await anInvoice(merchant, shopID);
});

test('withdrawals during terminated connections never answer 500, and refused ones hold no money', async () => {
  const { store, own } = api;
  const wallet = await aWallet(own.merchant);
  const destination = await anAuthorisedDestination(store, own.merchant);
  await fund(store, wallet, 64_000);
  const answers = await underTermination(async (index) => {
    const body = { amount: 1_000, currency: 'RUB' };
    return own.merchant.post(`${WALLET}/withdrawals`, { wallet, destination, body, externalID: `outage-${index}` });
  });
  for (const answer of answers) expectHonest(answer, 202);
  let made = 0;
  for (const [index, { status }] of answers.entries()) {
    const found = await own.merchant.get(`${WALLET}/external-ids/withdrawals/outage-${index}`);
    if (status === 202) expect(found.status).toBe(200);
    if (status === 503) expect(found.status).toBe(404);
    if (found.status === 200) made++;
  }
  expect(await readBalance(own.merchant, wallet)).toEqual([64_000, 64_000 - made * 1_000]);
});

test('reads succeed over new connections', async () => {
  const { merchant, shopID } = api.own;
  const { id } = await anInvoice(merchant, shopID);
  await operator.search(TERMINATE, []);
  const answers = await Promise.all(
    Array.from({ length: 64 }, async () => merchant.get(`/v2/processing/invoices/${id}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a callback during a database outage gets Retry-After', async () => {
  const away = await serveApi('postgres://unknown:x@127.0.0.1:9/none');
  const body = '{"operationID":"payment/none.1/authorise"}';
  const signature = createHmac('sha256', CALLBACK_SECRET).update(body).digest('hex');
  const answer = await fetch(`${away.url}/callbacks/sandbox/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sandbox-Signature': signature },
    body,
  });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  await away.stop();
});
