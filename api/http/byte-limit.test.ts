import { Readable } from 'node:stream';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';

const RATES = { KEY_REQUESTS_PER_SECOND: 1_000, TOKEN_REQUESTS_PER_SECOND: 1_000, WRONG_KEYS_PER_MINUTE: 1_000 };
const LARGE = { text: 'x'.repeat(900_000) };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rates: RATES });
});

afterAll(() => api?.stop());

/** Sends an invoice without stating the size of its body. */
async function statusOfChunked(bytes: number): Promise<number> {
  const body = JSON.stringify({ metadata: { text: 'x'.repeat(bytes) } });
  const answer = await fetch(`${api.url}/v2/processing/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${api.own.apiKey}`,
      'Content-Type': 'application/json',
      'X-Request-ID': 'chunked',
    },
    body: Readable.toWeb(Readable.from([Buffer.from(body)])),
    duplex: 'half',
  });
  return answer.status;
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
