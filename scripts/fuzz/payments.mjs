import { createClient } from './wallets.mjs';

/** `/v2`: suspension is excluded, because it blocks all later requests. */
export const payments = {
  base: '/v2',
  without: ['suspendMyParty', 'suspendPartyByID', 'suspendShop', 'suspendShopForParty'],
  spared: { deleteCustomer: 'customerID', deleteInvoiceTemplate: 'invoiceTemplateID' },
  prepare: async (platform) => ({ path: await createEntities(platform) }),
};

/** Creates entities, without which nearly every request would end with 404. */
async function createEntities({ apiUrl, demo }) {
  const post = (path, body, apiKey = demo.apiKey) =>
    createClient({ apiUrl, demo: { apiKey } }).made(`/v2/processing${path}`, body);
  const { shopID, partyID } = demo;
  const contactInfo = { email: 'payer@example.com' };
  const dueDate = '2090-01-01T00:00:00Z';
  const invoice = { shopID, dueDate, amount: 1000, currency: 'RUB', product: 'Чай', metadata: {} };
  const { invoice: made, invoiceAccessToken } = await post('/invoices', invoice);
  const paymentTool = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
  const clientInfo = { fingerprint: 'browser' };
  const resource = await post('/payment-resources', { paymentTool, clientInfo }, invoiceAccessToken.payload);
  const { paymentToolToken, paymentSession } = resource;
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo };
  const flow = { type: 'PaymentFlowInstant' };
  const payment = await post(`/invoices/${made.id}/payments`, { flow, payer }, invoiceAccessToken.payload);
  const price = { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 500 };
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  const lifetime = { days: 1, months: 0, years: 0 };
  const { invoiceTemplate } = await post('/invoice-templates', { shopID, lifetime, details });
  const key = await post('/api-keys', { name: 'fuzz', scopes: ['read'] });
  const { customer } = await post('/customers', { shopID, contactInfo, metadata: {} });
  return {
    shopID,
    partyID,
    invoiceID: made.id,
    paymentID: payment.id,
    invoiceTemplateID: invoiceTemplate.id,
    customerID: customer.id,
    keyID: key.id,
    ...{ contractID: 'demo-contract', adjustmentID: '1', categoryID: 1, paymentInstitutionID: 1 },
    ...{ serviceProviderID: 'qps', tradeBlocID: 'EEA', countryID: 'RUS' },
  };
}
