import { createHmac } from 'node:crypto';
import { noticeBook } from '../store/payments/connector-notice/connector-notices';
import { startApi, type TestApi } from '../tests/harness/api';

const KEY = 'ab'.repeat(32);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

function aWebhook(reference: string, { isForged = false } = {}): string {
  const item = {
    amount: { currency: 'EUR', value: 1000 },
    eventCode: 'CAPTURE',
    eventDate: '2026-01-01T00:00:00Z',
    merchantAccountCode: 'HoldfastTEST',
    merchantReference: reference,
    originalReference: `O-${reference}`.slice(0, 90),
    pspReference: `P-${reference}`.slice(0, 90),
    success: 'true',
  };
  const signed = [item.pspReference, item.originalReference, item.merchantAccountCode, reference];
  const text = [...signed, isForged ? 1 : 1000, 'EUR', 'CAPTURE', 'true'].join(':');
  const hmacSignature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(text).digest('base64');
  return JSON.stringify({
    notificationItems: [{ NotificationRequestItem: { ...item, additionalData: { hmacSignature } } }],
  });
}

const send = (body: string) => fetch(`${api.url}/callbacks/adyen/adyen`, { method: 'POST', body });
const find = (reference: string, connector = 'adyen') =>
  noticeBook(api.store.database, connector).find({ reference, originalReference: undefined });

test('a webhook is kept once before it is accepted, and another connector does not see it', async () => {
  const reference = 'payment/NOTICES.1/capture';
  const answers = await Promise.all([send(aWebhook(reference)), send(aWebhook(reference)), send(aWebhook(reference))]);
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual(
    answers.map(() => [200, '[accepted]']),
  );
  const found = await find(reference);
  expect(found).toMatchObject([{ event: 'CAPTURE', isSuccess: true, amount: 1000n, currency: 'EUR' }]);
  const book = noticeBook(api.store.database, 'adyen');
  expect(await book.find({ reference: 'none', originalReference: `O-${reference}` })).toEqual(found);
  expect(await find(reference, 'stripe')).toEqual([]);
});

test('a forged webhook is refused and not kept', async () => {
  const reference = 'payment/NOTICES.2/capture';
  expect((await send(aWebhook(reference, { isForged: true }))).status).toBe(401);
  expect(await find(reference)).toEqual([]);
});

test('a returning payer’s result is kept with a signed address only', async () => {
  const operationID = 'payment/NOTICES.3/authorise';
  const returning = { operationID, key: Buffer.from(KEY, 'hex') };
  const answer = await fetch(`${returnAddress(returning)}&redirectResult=eyJ0`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([200, null]);
  expect(await find(operationID)).toMatchObject([{ event: 'returned', details: { redirectResult: 'eyJ0' } }]);
  const forged = returnAddress({ operationID: 'payment/NOTICES.4/authorise', key: Buffer.alloc(32) });
  expect((await fetch(`${forged}&redirectResult=eyJ0`)).status).toBe(200);
  expect(await find('payment/NOTICES.4/authorise')).toEqual([]);
});

function returnAddress({ operationID, key }: { operationID: string; key: Buffer }) {
  const signature = createHmac('sha256', key).update(JSON.stringify(['payer-return', operationID]));
  const query = new URLSearchParams({ operation: operationID, signature: signature.digest('hex') });
  return `${api.url}/callbacks/adyen/adyen?${query.toString()}`;
}
