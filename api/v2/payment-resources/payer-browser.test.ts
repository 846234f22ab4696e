import { startApi, type TestApi } from '../../../tests/harness/api';
import { CARDS, INSTANT, anInvoice } from '../../../tests/harness/factories/payment';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
beforeAll(async () => void (api = await startApi()));
afterAll(async () => api?.stop());

const BROWSER = { language: 'ru-RU', screenWidth: 1920, screenHeight: 1080, colorDepth: 24, timeZoneOffset: -180 };

const tokenise = (caller: HttpClient, browser?: object): Promise<HttpAnswer<any>> =>
  caller.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: CARDS.good, expDate: '12/29' },
    clientInfo: { fingerprint: 'f', ...(browser && { browser }) },
  });

test('a payment keeps the browser of its payer, with the headers of the payer’s own request', async () => {
  const { id, token } = await anInvoice(api.own.merchant, api.own.shopID);
  const payer = api.own.merchant.as(token);
  const { body } = await tokenise(payer, BROWSER);
  expect(body.paymentSession.length).toBeLessThanOrEqual(1_000);
  expect(body.clientInfo.browser).toMatchObject(BROWSER);
  expect(typeof body.clientInfo.browser.acceptHeader).toBe('string');
  const { paymentToolToken, paymentSession, clientInfo } = body;
  const payment = await payer.post<any>(`/v2/processing/invoices/${id}/payments`, {
    flow: INSTANT,
    payer: { payerType: 'PaymentResourcePayer', contactInfo: {}, paymentToolToken, paymentSession },
  });
  expect(payment.body.payer.clientInfo).toEqual(clientInfo);
});

test('the headers of a merchant’s server are not taken for those of a browser', async () => {
  const { body } = await tokenise(api.own.merchant, { ...BROWSER, userAgent: 'Firefox' });
  expect(body.clientInfo.browser).toEqual({ ...BROWSER, userAgent: 'Firefox' });
  expect((await tokenise(api.own.merchant)).body.clientInfo).not.toHaveProperty('browser');
});

test.each([
  ['userAgent', 'x'.repeat(513)],
  ['language', 'ru_RU; DROP'],
  ['screenWidth', 1.5],
  ['colorDepth', -1],
  ['timeZoneOffset', 841],
])('a malformed %s is refused with its place', async (field, value) => {
  const { status, body } = await tokenise(api.own.merchant, { ...BROWSER, [field]: value });
  expect([status, body.code]).toEqual([400, 'invalidRequest']);
  expect(body.message).toContain(`clientInfo.browser.${field}`);
});
