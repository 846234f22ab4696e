import { startApi, type TestApi } from '../tests/harness/api';

let api: TestApi;
afterEach(async () => api?.stop());

/** The client address that the API stores. */
async function readAddress(forwardedFor: string | undefined): Promise<string> {
  const tool = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
  const { status, body } = await api.own.merchant.post(
    '/v2/processing/payment-resources',
    { paymentTool: tool, clientInfo: { fingerprint: 'browser' } },
    { headers: { 'X-Forwarded-For': forwardedFor } },
  );
  expect(status).toBe(201);
  return (body as { clientInfo: { ip: string } }).clientInfo.ip;
}

test('X-Forwarded-For is ignored without trusted proxies', async () => {
  api = await startApi();
  expect(await readAddress(undefined)).toBe('127.0.0.1');
  expect(await readAddress('203.0.113.7')).toBe('127.0.0.1');
});

test('the client address is the right-most one outside of the trusted proxies', async () => {
  api = await startApi({ trustedProxies: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'] });
  expect(await readAddress('203.0.113.7')).toBe('203.0.113.7');
  expect(await readAddress('198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
  expect(await readAddress('10.9.9.9, 203.0.113.7')).toBe('203.0.113.7');
  expect(await readAddress('2001:db8::7')).toBe('2001:db8::7');
  expect(await readAddress('203.0.113.7:40000')).toBe('203.0.113.7');
  expect(await readAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('an untrusted proxy counts as the client', async () => {
  api = await startApi({ trustedProxies: ['10.0.0.0/8'] });
  expect(await readAddress('203.0.113.7')).toBe('127.0.0.1');
});
