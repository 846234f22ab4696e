import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anInvoice } from '../tests/harness/factories/payment';
import { httpClient } from '../tests/harness/http-client';
import { startPlatform, type Platform } from '../tests/harness/platform';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'], environment: { CHECKOUT_URL: 'https://pay.example/' } });
});

afterAll(() => platform?.stop());

async function link(...args: string[]): Promise<{ invoiceID: string; url: string; validUntil: string }> {
  const env = { ...process.env, ...platform.environment };
  const { stdout } = await run(process.execPath, [cli, 'link', ...args], { env });
  return JSON.parse(stdout) as never;
}

const merchant = () => httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });

test('a link contains the invoice and its access token in the fragment', async () => {
  const [invoice, other] = [
    await anInvoice(merchant(), platform.demo.shopID),
    await anInvoice(merchant(), platform.demo.shopID),
  ];
  const before = Date.now();
  const { url, validUntil, invoiceID } = await link(invoice.id, '--redirect-url', 'https://shop.example/orders/1?a=b');
  const { origin, pathname, search, hash } = new URL(url);
  expect([origin, pathname, search]).toEqual(['https://pay.example', '/pay', '']);
  const { invoiceAccessToken: token = '', ...rest } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  expect(rest).toEqual({ invoiceID: invoice.id, redirectUrl: 'https://shop.example/orders/1?a=b' });
  expect(invoiceID).toBe(invoice.id);

  const payer = httpClient({ baseUrl: platform.apiUrl, token });
  expect((await payer.get(`/v2/processing/invoices/${invoice.id}`)).status).toBe(200);
  expect((await payer.get(`/v2/processing/invoices/${other.id}`)).status).not.toBe(200);
  expect(Date.parse(validUntil)).toBeGreaterThanOrEqual(before - 1000 + 3 * 86_400_000);
});

test.each([
  [['no-such-invoice'], /^notFound: Invoice not found$/m],
  [['any', '--redirect-url', 'javascript:alert(1)'], /^invalidRequest: body.redirectUrl: /m],
  [['any', '--redirect-url', '/orders/1'], /^invalidRequest: body.redirectUrl: /m],
])('link %j is refused with a message', async (args, words) => {
  await expect(link(...args)).rejects.toThrow(words);
});

test('a cancelled invoice gets no link', async () => {
  const { id } = await anInvoice(merchant(), platform.demo.shopID);
  await merchant().post(`/v2/processing/invoices/${id}/rescind`, { reason: 'sold out' });
  await expect(link(id)).rejects.toThrow(`invalidInvoiceStatus: invoice ${id} is cancelled`);
});
