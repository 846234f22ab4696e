import { createHmac } from 'node:crypto';
import { createFileLink } from '../security/file-link';
import { startApi, type TestApi } from '../tests/harness/api';
import { noticeBook } from '../store/payments/connector-notice/connector-notices';

const RATES = { KEY_REQUESTS_PER_SECOND: 2, TOKEN_REQUESTS_PER_SECOND: 1, WRONG_KEYS_PER_MINUTE: 10 };
/** Limits of a second count over ten of them. */
const WINDOW = 10;
const ACQUIRER = '203.0.113.1';
const STRANGER = '198.51.100.1';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rates: RATES, trustedProxies: ['127.0.0.0/8'] });
});
afterAll(() => api?.stop());

const call = (path: string, address: string, init: RequestInit = {}) =>
  fetch(api.url + path, { ...init, headers: { 'X-Forwarded-For': address } });

async function statusesOf(count: number, send: (index: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await send(index)).status);
  return statuses;
}

/** A signed webhook of Adyen; with another key a forged one. */
function aWebhook(index: number, key = 'ab'.repeat(32)): string {
  const [pspReference, merchantReference] = [`P-${index}`, `payment/LIMITS.${index}/capture`];
  const text = [pspReference, 'O', 'HoldfastTEST', merchantReference, 1000, 'EUR', 'CAPTURE', 'true'].join(':');
  const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64');
  const item = {
    ...{ amount: { currency: 'EUR', value: 1000 }, eventCode: 'CAPTURE', eventDate: '2026-01-01T00:00:00Z' },
    ...{
      merchantAccountCode: 'HoldfastTEST',
      merchantReference,
      originalReference: 'O',
      pspReference,
      success: 'true',
    },
    additionalData: { hmacSignature },
  };
  return JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
}

const post = (body: string, address: string) => call('/callbacks/adyen/adyen', address, { method: 'POST', body });

test('bad callbacks of an address are limited, those of the acquirer and the API are not affected', async () => {
  const forged = await statusesOf(15, (index) => post(aWebhook(index, 'cd'.repeat(32)), STRANGER));
  expect(forged).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
  const limited = await Promise.all(Array.from({ length: 40 }, () => post('{}', STRANGER)));
  expect(limited.every(({ status, headers }) => status === 429 && headers.get('Retry-After') !== null)).toBe(true);
  expect((await post(aWebhook(1), ACQUIRER)).status).toBe(200);
  const book = noticeBook(api.store.database, 'adyen');
  expect(await book.find({ reference: 'payment/LIMITS.1/capture', originalReference: undefined })).toHaveLength(1);
  expect((await api.own.merchant.get('/v2/processing/me')).status).toBe(200);
});

test('good callbacks of an account are limited', async () => {
  const limit = RATES.KEY_REQUESTS_PER_SECOND * WINDOW;
  const statuses = await statusesOf(limit + 5, (index) => post(aWebhook(index), ACQUIRER));
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});

test('callbacks of unknown accounts are refused without a statement', async () => {
  await call('/callbacks/adyen/none', STRANGER, { method: 'POST', body: '{}' });
  const run = jest.spyOn(api.store.database, 'run');
  const statuses = await statusesOf(50, (index) =>
    call(`/callbacks/adyen/none-${index}`, STRANGER, { method: 'POST' }),
  );
  // The list of accounts is read once a second at most.
  expect(run.mock.calls.length).toBeLessThan(10);
  run.mockRestore();
  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('downloads are limited by file and by address', async () => {
  const limit = RATES.TOKEN_REQUESTS_PER_SECOND * WINDOW;
  const { token } = await createFileLink('none', api.signingKeys);
  const statuses = await statusesOf(limit + 3, (index) => call(`/files/${token}`, `192.0.2.${index}`));
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  const guesses = await statusesOf(limit + 3, (index) => call(`/files/x${index}`, STRANGER));
  expect([guesses[0], guesses.at(-1)]).toEqual([404, 429]);
  expect((await call('/files/x', ACQUIRER)).status).toBe(404);
});

test('returns of payers are limited by address', async () => {
  const limit = RATES.TOKEN_REQUESTS_PER_SECOND * WINDOW;
  const statuses = await statusesOf(limit + 3, () => call('/callbacks/adyen/adyen', '192.0.2.200'));
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
