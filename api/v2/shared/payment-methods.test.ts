import { CARDS, HOLD, anInvoice } from '../../../tests/harness/factories/payment';
import { recordVerification } from '../../../store/payments/binding/binding.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ merchant, shopID } = api.own);
});

beforeEach(() => api.setTerms(shopID, { recurrent: true }));

afterAll(async () => api?.stop());

const card = (cardNumber: string) => ({ paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '123' });
const phone = { paymentToolType: 'MobileCommerceData', mobilePhone: { cc: '7', ctn: '9151111111' } };
const wallet = { paymentToolType: 'DigitalWalletData', provider: 'qiwi', id: '79151234567' };
const terminal = { paymentToolType: 'PaymentTerminalData', provider: 'euroset' };
const crypto = { paymentToolType: 'CryptoWalletData', cryptoCurrency: 'Bitcoin' };
const apple = {
  ...{ paymentToolType: 'TokenizedCardData', provider: 'ApplePay', merchantID: 'merchant.example' },
  paymentToken: { paymentMethod: { network: 'Mir', displayName: 'МИР 0777' } },
};
const HUMO = card('9860099104199734');
const AMEX = card('378282246310005');
const MIR = card('2201382000000013');

async function readResource(paymentTool: object): Promise<object> {
  const clientInfo = { fingerprint: 'browser-1' };
  const { status, body } = await merchant.post('/v2/processing/payment-resources', { paymentTool, clientInfo });
  expect(status).toBe(201);
  return { paymentToolToken: body.paymentToolToken, paymentSession: body.paymentSession };
}

async function pay(invoiceID: string, paymentTool: object): Promise<HttpAnswer<any>> {
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await readResource(paymentTool)) };
  return merchant.post(`/v2/processing/invoices/${invoiceID}/payments`, { flow: HOLD, payer });
}

async function bind(customerID: string, paymentTool: object): Promise<HttpAnswer<any>> {
  const paymentResource = await readResource(paymentTool);
  return merchant.post(`/v2/processing/customers/${customerID}/bindings`, { paymentResource });
}

async function aCustomer(): Promise<string> {
  const { body } = await merchant.post('/v2/processing/customers', { shopID, contactInfo: {}, metadata: {} });
  return body.customer.id;
}

const NOT_PERMITTED = { status: 400, body: { code: 'operationNotPermitted' } };
const NOT_BINDABLE = { status: 400, body: { code: 'invalidPaymentResource' } };

test('a shop with four card networks accepts nothing else', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const listed = await merchant.get(`/v2/processing/invoices/${id}/payment-methods`);
  expect(listed.body).toEqual([{ method: 'BankCard', paymentSystems: ['nspkmir', 'visa', 'mastercard', 'maestro'] }]);
  for (const tool of [HUMO, AMEX, phone, wallet, terminal, crypto, apple])
    expect(await pay(id, tool)).toMatchObject(NOT_PERMITTED);
  expect((await pay(id, MIR)).status).toBe(201);
});

test('a payment method is accepted as soon as the terms list it', async () => {
  const tools = [HUMO, phone, wallet, terminal, crypto, apple];
  await api.setTerms(shopID, {
    paymentMethods: [
      { method: 'BankCard', paymentSystems: ['humo', 'nspkmir'], tokenProviders: ['applepay'] },
      { method: 'MobileCommerce', operators: ['mts'] },
      { method: 'DigitalWallet', providers: ['qiwi'] },
      { method: 'PaymentTerminal', providers: ['euroset'] },
      { method: 'CryptoWallet', cryptoCurrencies: ['Bitcoin'] },
    ],
  });
  for (const tool of tools) {
    const { id } = await anInvoice(merchant, shopID);
    expect((await pay(id, tool)).status).toBe(201);
  }
  const { id } = await anInvoice(merchant, shopID);
  expect(await pay(id, card(CARDS.good))).toMatchObject(NOT_PERMITTED);
});

test('an invoice of a template accepts the listed payment methods', async () => {
  const price = { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 500 };
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  const given = { shopID, lifetime: { days: 1, months: 0, years: 0 }, details };
  const { body } = await merchant.post<any>('/v2/processing/invoice-templates', given);
  const path = `/v2/processing/invoice-templates/${body.invoiceTemplate.id}`;
  const made = await merchant.post<any>(`${path}/invoices`, {});
  const own = await merchant.get(`/v2/processing/invoices/${made.body.invoice.id}/payment-methods`);
  expect((await merchant.get(`${path}/payment-methods`)).body).toEqual(own.body);
  expect(await pay(made.body.invoice.id, HUMO)).toMatchObject(NOT_PERMITTED);
  expect((await pay(made.body.invoice.id, MIR)).status).toBe(201);
});

test('only listed payment methods of a customer can be bound', async () => {
  const customerID = await aCustomer();
  await api.setTerms(shopID, {
    paymentMethods: [
      { method: 'BankCard', paymentSystems: ['nspkmir'] },
      { method: 'MobileCommerce', operators: ['mts'] },
    ],
  });
  const listed = await merchant.get(`/v2/processing/customers/${customerID}/payment-methods`);
  expect(listed.body).toEqual([{ method: 'BankCard', paymentSystems: ['nspkmir'] }]);
  for (const tool of [HUMO, card(CARDS.good), phone, apple])
    expect(await bind(customerID, tool)).toMatchObject(NOT_BINDABLE);
  expect((await bind(customerID, MIR)).status).toBe(201);
});

test('a saved card is charged while the shop accepts its network', async () => {
  const customerID = await aCustomer();
  const binding = await bind(customerID, MIR);
  await recordVerification(api.store, { customerID, bindingID: binding.body.id }, 'token');
  const charge = async () => {
    const { id } = await anInvoice(merchant, shopID);
    const payer = { payerType: 'CustomerPayer', customerID };
    return merchant.post(`/v2/processing/invoices/${id}/payments`, { flow: HOLD, payer });
  };
  expect((await charge()).status).toBe(201);
  await api.setTerms(shopID, { paymentMethods: [{ method: 'BankCard', paymentSystems: ['visa'] }] });
  expect(await charge()).toMatchObject(NOT_PERMITTED);
});

test('a retry after a change of the terms returns the first payment', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await readResource(MIR)) };
  const path = `/v2/processing/invoices/${id}/payments`;
  const given = { flow: HOLD, payer, externalID: 'before' };
  const first = await merchant.post<any>(path, given);
  await api.setTerms(shopID, { paymentMethods: [{ method: 'BankCard', paymentSystems: ['visa'] }] });
  expect(await merchant.post(path, given)).toMatchObject({ status: 201, body: { id: first.body.id } });
});
