import { startApi, type TestApi } from '../tests/harness/api';
import { anOperator } from '../tests/harness/factories/operator';
import { anInvoice, tokenise } from '../tests/harness/factories/payment';
import { anIdentity } from '../tests/harness/factories/wallet';
import { httpClient, type HttpClient } from '../tests/harness/http-client';

/* Each field that takes an address from outside is http(s) only: nothing else is stored, shown to a payer or called. */

const FOREIGN = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)//https://a.example', 'data:text/html,<script>1</script>'],
  ...['file:///etc/passwd', 'ftp://a.example/', 'vbscript:x', 'blob:https://a.example/1', 'about:blank'],
  ...['//a.example/x', '/relative', 'https:', 'https://user:secret@a.example/'],
];
const GOOD = 'https://a.example/orders/1?x=1';

let api: TestApi;
let operator: HttpClient;
let invoice: { id: string; token: string };
let resource: Record<string, string>;
let identity: string;

beforeAll(async () => {
  api = await startApi();
  const roles = ['support', 'configuration'] as const;
  const { secret } = await anOperator(api.store.database, { name: 'anna', roles: [...roles] });
  operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  const { merchant, shopID } = api.own;
  invoice = await anInvoice(merchant, shopID);
  resource = await tokenise(merchant.as(invoice.token), '4242424242424242');
  identity = await anIdentity(merchant);
});
afterAll(() => api?.stop());

type Send = (url: string) => Promise<{ status: number; body: any }>;

const CARD = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
const shop = { party: 'demo-party', id: 'web', name: 'x', category: 1 };

const FIELDS: Record<string, Send> = {
  'v2 payment sessionInfo.redirectUrl': (redirectUrl) =>
    api.own.merchant.post<any>(`/v2/processing/invoices/${invoice.id}/payments`, {
      flow: { type: 'PaymentFlowInstant' },
      payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo: {}, sessionInfo: { redirectUrl } },
    }),
  'v2 webhook url': (url) =>
    api.own.merchant.post<any>('/v2/processing/webhooks', {
      ...{ url, scope: { topic: 'InvoicesTopic', shopID: api.own.shopID, eventTypes: ['InvoiceCreated'] } },
    }),
  'wallet webhook url': (url) =>
    api.own.merchant.post<any>('/wallet/v0/webhooks', {
      ...{ url, identityID: identity, scope: { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated'] } },
    }),
  'payment link redirectUrl': (redirectUrl) =>
    operator.post<any>(`/invoices/${invoice.id}/payment-link`, { redirectUrl }),
  'shop url': (url) => operator.post<any>('/configuration/shops', { value: { ...shop, url }, reason: 'test' }),
  'connector account url': (url) =>
    operator.post<any>('/connector-accounts', {
      ...{ id: 'web', connector: 'sandbox', name: 'x', reason: 'test', settings: { url } },
      credentials: { secret: 'another secret of the sandbox' },
    }),
};

/** A shop has no page that a payer is sent to with a user name, and an account's own secrets are in its credentials. */
const WITH_USER_NAME = ['shop url', 'connector account url'];

test.each(Object.entries(FIELDS))('%s is http(s) only', async (name, send) => {
  const refused = FOREIGN.filter((url) => !(WITH_USER_NAME.includes(name) && url.includes('user:secret')));
  for (const url of refused) expect([url, (await send(url)).status]).toEqual([url, 400]);
  expect((await send(GOOD)).status).toBeLessThan(300);
});

test('the page of the payer’s device is kept if it is http(s), and is dropped or refused otherwise', async () => {
  const send = async (url: string) => {
    const body = { paymentTool: CARD, clientInfo: { fingerprint: 'x', url } };
    const answer = await api.own.merchant.as(invoice.token).post<any>('/v2/processing/payment-resources', body);
    return [answer.status, answer.body.clientInfo?.url];
  };
  for (const url of FOREIGN.filter((each) => !each.startsWith('https:'))) {
    const [status, kept] = await send(url);
    expect([url, kept]).toEqual([url, undefined]);
    expect([201, 400]).toContain(status);
  }
  expect(await send(GOOD)).toEqual([201, 'https://a.example/orders/1']);
});
