import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createApiKey } from '../../store/merchants/api-key/api-key.create';
import { listApiKeys } from '../../store/merchants/api-key/api-key.queries';
import { anOperator } from '../../tests/harness/factories/operator';
import { setRequestLimit } from '../../store/merchants/request-limit/request-limit';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';
import { httpClient, type HttpAnswer } from '../../tests/harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';

const RATES = { KEY_REQUESTS_PER_SECOND: 20, TOKEN_REQUESTS_PER_SECOND: 2, WRONG_KEYS_PER_MINUTE: 10 };
const CALLERS = 64;
const ME = '/v2/processing/me';

const registry = new Registry();
let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rates: RATES, registry, trustedProxies: ['127.0.0.0/8'] });
});

afterAll(() => api?.stop());

/** Sends requests from another address. */
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

async function sendConcurrently(token: string, path: string, address = '203.0.113.1'): Promise<HttpAnswer<any>[]> {
  const client = httpClient({ baseUrl: api.url, token });
  return Promise.all(Array.from({ length: CALLERS }, async () => client.get(path, from(address))));
}

const limited = (answers: HttpAnswer<any>[]) => answers.filter(({ status }) => status === 429);
const readSecret = async (partyID: string) =>
  (await createApiKey(api.store.database, { partyID, name: 'test' })).secret;
const madeUp = () => `hf_${randomBytes(32).toString('base64url')}`;

test('a key above its rate limit gets 429 in the format of each API, other keys are not affected', async () => {
  const secret = await readSecret(api.own.partyID);
  const refused = limited(await sendConcurrently(secret, ME));
  // On a busy machine the requests may spread over several windows.
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBe(1);
    expect(body).toEqual({ message: 'at most 20 requests a second are answered, come again later' });
  }
  const ofWallets = limited(await sendConcurrently(await readSecret(api.own.partyID), '/wallet/v0/wallets?limit=1'));
  expect(ofWallets.length).toBeGreaterThan(0);
  expect(ofWallets.map(({ body }) => body)).toEqual(ofWallets.map(() => undefined));
  expect((await api.foreign.merchant.get(ME)).status).toBe(200);
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  const merchant = httpClient({ baseUrl: api.url, token: secret });
  while ((await merchant.get(ME)).status !== 200 && Date.now() < end) await sleep(200);
  expect((await merchant.get(ME)).status).toBe(200);
  expect(await registry.metrics()).toMatch(/holdfast_refused_requests_total\{code="tooManyRequests"\} [1-9]/);
  while (!(await listApiKeys(api.store.database, api.own.partyID)).some((key) => key.lastLimitedAt !== null)) {
    if (Date.now() > end) throw new Error('the limited key was not recorded');
    await sleep(200);
  }
});

test('an access token has a lower limit that does not affect the merchant or other payers', async () => {
  const { merchant, shopID } = api.foreign;
  const [invoice, other] = [await anInvoice(merchant, shopID), await anInvoice(merchant, shopID)];
  const path = `/v2/processing/invoices/${invoice.id}`;
  const answers = await sendConcurrently(invoice.token, path);
  const counts = { passed: answers.length - limited(answers).length, limited: limited(answers).length };
  expect(counts.limited).toBeGreaterThan(0);
  expect(counts.passed).toBeGreaterThanOrEqual(20);
  expect(Number(limited(answers)[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await merchant.get(path)).status).toBe(200);
  expect((await merchant.as(other.token).get(`/v2/processing/invoices/${other.id}`)).status).toBe(200);
});

test('the token of a template is limited per address', async () => {
  const { partyID, shopID } = api.own;
  const token = await api.token({ kind: 'invoiceTemplate', id: 'none', partyID, shopID });
  const path = '/v2/processing/invoice-templates/none';
  expect(limited(await sendConcurrently(token, path, '203.0.113.7')).length).toBeGreaterThan(0);
  const visitor = httpClient({ baseUrl: api.url, token });
  expect((await visitor.get(path, from('203.0.113.8'))).status).toBe(404);
  // Rotating addresses within a /64 network must not help.
  const spread = Array.from({ length: CALLERS }, async (_, host) =>
    visitor.get(path, from(`2001:db8:9:1::${host + 1}`)),
  );
  expect(limited(await Promise.all(spread)).length).toBeGreaterThan(0);
  expect((await visitor.get(path, from('2001:db8:9:2::1'))).status).toBe(404);
});

test('a party can get a higher limit, which can be removed', async () => {
  const { partyID } = api.foreign;
  const secret = await readSecret(partyID);
  const until = async (isEnough: (count: number) => boolean) => {
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    for (;;) {
      const count = limited(await sendConcurrently(secret, ME)).length;
      if (isEnough(count)) return;
      if (Date.now() > end) throw new Error(`${count} of ${CALLERS} were limited`);
      await sleep(1_000);
    }
  };
  await setRequestLimit(api.store, { partyID, perKey: 5_000, perToken: null });
  await until((count) => count === 0);
  await setRequestLimit(api.store, { partyID, perKey: null, perToken: null });
  await until((count) => count > 0);
});

test('wrong keys are throttled per address in all APIs, known callers and other addresses are not affected', async () => {
  const known = await readSecret(api.own.partyID);
  const guesser = '198.51.100.9';
  const client = (token: string) => httpClient({ baseUrl: api.url, token });
  expect((await client(known).get(ME, from(guesser))).status).toBe(200);
  for (const path of [ME, '/wallet/v0/wallets?limit=1', '/operators/v1/webhooks/none']) {
    const [right, left] = path.startsWith('/operators') ? ['hfo_', 'x'] : ['hf_', ''];
    const statuses: number[] = [];
    for (let count = 0; count < RATES.WRONG_KEYS_PER_MINUTE + 5; count++) {
      const answer = await client(right + left + madeUp()).get(path, from(guesser));
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(statuses.at(-1)).toBe(429);
  }
  expect((await client('nonsense').get(ME, from(guesser))).status).toBe(429);
  expect((await client(known).get(ME, from(guesser))).status).toBe(200);
  // A new key shares the few lookups per second with the guesses and succeeds after retries.
  const fresh = client(await readSecret(api.own.partyID));
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await fresh.get(ME, from(guesser))).status !== 200 && Date.now() < end) await sleep(500);
  expect((await fresh.get(ME, from(guesser))).status).toBe(200);
  expect((await client(madeUp()).get(ME, from('198.51.100.10'))).status).toBe(401);
  const { secret } = await anOperator(api.store.database, { name: 'test' });
  expect((await client(secret).get('/operators/v1/webhooks/none', from(guesser))).status).toBe(404);
});

test('a new operator key works at an address that is throttled for guessing', async () => {
  const address = '198.51.100.20';
  const { secret } = await anOperator(api.store.database, { name: 'busy' });
  const ask = async (token: string) =>
    (await httpClient({ baseUrl: api.url, token }).get('/operators/v1/webhooks/none', from(address))).status;
  let isOver = false;
  const statuses: number[] = [];
  const guess = async () => {
    while (!isOver) statuses.push(await ask(`hfo_x${madeUp()}`));
  };
  const guessers = Array.from({ length: 8 }, guess);
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (statuses.filter((status) => status === 429).length < CALLERS && Date.now() < end) await sleep(20);
  // A new operator key is cached within a second.
  while ((await ask(secret)) !== 404 && Date.now() < end) await sleep(200);
  const answers: number[] = [];
  while (answers.length < 40) answers.push(await ask(secret));
  isOver = true;
  await Promise.all(guessers);
  expect(statuses).toContain(429);
  expect([...new Set(answers)]).toEqual([404]);
});

test('an IPv6 /64 network counts as one address', async () => {
  const client = httpClient({ baseUrl: api.url, token: 'nonsense' });
  const statuses: number[] = [];
  for (let host = 1; host <= RATES.WRONG_KEYS_PER_MINUTE + 1; host++) {
    statuses.push((await client.get(ME, from(`2001:db8:5:6::${host}`))).status);
  }
  expect([...new Set(statuses)]).toEqual([401, 429]);
  expect((await client.get(ME, from('2001:db8:5:7::1'))).status).toBe(401);
});
