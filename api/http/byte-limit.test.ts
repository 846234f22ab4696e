import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';

const RATES = { KEY_REQUESTS_PER_SECOND: 1_000, TOKEN_REQUESTS_PER_SECOND: 1_000, WRONG_KEYS_PER_MINUTE: 1_000 };
/** Bytes are counted for a second. */
const WINDOW_MS = 1_100;
const LARGE = { text: 'x'.repeat(900_000) };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rates: RATES });
});

afterAll(() => api?.stop());

function buildBody(bytes: number): Buffer {
  return Buffer.from(JSON.stringify({ metadata: { text: 'x'.repeat(bytes) } }));
}

async function sendInvoice(token: string, request: RequestInit): Promise<number> {
  const answer = await fetch(`${api.url}/v2/processing/invoices`, {
    ...request,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Request-ID': 'unstated',
      ...request.headers,
    },
  });
  return answer.status;
}

/** Sends an invoice without stating the size of its body. */
async function statusOfChunked(bytes: number): Promise<number> {
  const body = Readable.toWeb(Readable.from([buildBody(bytes)]));
  return sendInvoice(api.own.apiKey, { body, duplex: 'half' });
}

test('a party that sends more than four mebibytes in a second gets 429 with Retry-After, others are not affected', async () => {
  const { merchant, shopID } = api.own;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => merchant.post('/v2/processing/invoices', { shopID, metadata: LARGE })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.body).toEqual({ message: expect.stringMatching(/4 MiB of bodies/) });
  const chunked = await Promise.all(Array.from({ length: 12 }, () => statusOfChunked(900_000)));
  expect(chunked).toContain(429);
  const small = await Promise.all(Array.from({ length: 12 }, () => statusOfChunked(100)));
  expect(new Set(small)).toEqual(new Set([400]));
  await anInvoice(merchant, shopID);
  await anInvoice(api.foreign.merchant, api.foreign.shopID);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['GZIP', gzipSync],
])('bodies in %s count by their inflated size', async (encoding, compress) => {
  await sleep(WINDOW_MS);
  const { apiKey } = api.own;
  const send = (body: Buffer): Promise<number> =>
    sendInvoice(apiKey, { body: new Uint8Array(body), headers: { 'Content-Encoding': encoding } });
  const compressed = compress(buildBody(900_000));
  expect(compressed.length).toBeLessThan(2_000);
  const statuses = await Promise.all(Array.from({ length: 12 }, () => send(compressed)));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  const small = await Promise.all(Array.from({ length: 12 }, () => sendInvoice(apiKey, { body: '{}' })));
  expect(new Set(small)).toEqual(new Set([400]));
});

test('a compressed body of a party above the limit is refused before it is inflated', async () => {
  await sleep(WINDOW_MS);
  const { apiKey } = api.own;
  await Promise.all(Array.from({ length: 12 }, () => statusOfChunked(900_000)));
  const headers = { 'Content-Encoding': 'gzip' };
  expect(await sendInvoice(apiKey, { body: 'not compressed', headers })).toBe(429);
  await sleep(WINDOW_MS);
  expect(await sendInvoice(apiKey, { body: 'not compressed', headers })).toBe(400);
});
