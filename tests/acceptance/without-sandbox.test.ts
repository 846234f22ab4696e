import { httpClient } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';

/* A production without process and secret of the sandbox, with one acquirer. */

let platform: Platform;

beforeAll(async () => {
  const environment = { NODE_ENV: 'production', SANDBOX_SECRET: '' };
  platform = await startPlatform({ processes: ['worker', 'api'], environment });
  const credentials = { secretKey: 'sk_live_of_nobody' };
  await addAccount(platform, { id: 'stripe', connector: 'stripe', credentials });
});
afterAll(() => platform?.stop());

test('API and worker start in production without the sandbox and create invoices', async () => {
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const { status, body } = await merchant.post<{ invoice: { status: string } }>('/v2/processing/invoices', {
    shopID: 'demo-shop',
    dueDate: new Date(Date.now() + 3_600_000).toISOString(),
    amount: 10_000,
    currency: 'RUB',
    product: 'Чай',
    metadata: {},
  });
  expect([status, body.invoice.status]).toEqual([201, 'unpaid']);
  expect((await fetch(`${platform.apiUrl}/callbacks/sandbox/sandbox`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${platform.apiUrl}/readyz`)).status).toBe(200);
});
