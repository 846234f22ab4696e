import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';

const RATES = { KEY_REQUESTS_PER_SECOND: 1_000, TOKEN_REQUESTS_PER_SECOND: 1_000, WRONG_KEYS_PER_MINUTE: 1_000 };
const LARGE = { text: 'x'.repeat(900_000) };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rates: RATES });
});

afterAll(() => api?.stop());

test('a party that sends more than four mebibytes in a second gets 429 with Retry-After, others are not affected', async () => {
  const { merchant, shopID } = api.own;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => merchant.post('/v2/processing/invoices', { shopID, metadata: LARGE })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
  expect(refused.length).toBeGreaterThanOrEqual(4);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.body).toEqual({ message: expect.stringMatching(/4 MiB of bodies/) });
  await anInvoice(merchant, shopID);
  await anInvoice(api.foreign.merchant, api.foreign.shopID);
});
