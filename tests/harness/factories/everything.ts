import { createChargeback } from '../../../store/payments/chargeback/chargeback.transitions';
import { recordAuthorisation, recordCapture } from '../../../store/payments/payment/payment.transitions';
import { recordRefundSuccess } from '../../../store/payments/refund/refund.transitions';
import { aPng } from './document';
import { HOLD, INSTANT, anInvoice, pay, tokenise } from './payment';
import type { TestApi } from '../api';

/** Values of path parameters of `/v2`, for entities of the demonstration party. */
export type PathValues = Record<string, string>;

/** Creates one of every entity of a party, over HTTP and by the store's transitions. */
export async function oneOfEverything(api: TestApi): Promise<PathValues> {
  const { merchant, partyID, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const payer = merchant.as(token);
  const paymentID = await pay(payer, invoiceID, { card: '4242424242424242', flow: INSTANT });
  const payment = { invoiceID, paymentID };
  await recordAuthorisation(api.store, payment, { connectorReference: 'reference', rrn: '090909090909' });
  await recordCapture(api.store, payment);
  const path = `/v2/processing/invoices/${invoiceID}/payments/${paymentID}`;
  const refund = await merchant.post(`${path}/refunds`, { amount: 100, currency: 'RUB', externalID: 'the-refund' });
  await recordRefundSuccess(api.store, { ...payment, refundID: refund.body.id }, { connectorReference: 'reference' });
  const amounts = { bodyMinor: 200n, levyMinor: 10n };
  const { id: chargebackID } = await createChargeback(api.store, {
    ...payment,
    ...amounts,
    idempotencyKey: `the-order of ${partyID}`,
  });
  const evidence = await merchant.post(`${path}/chargebacks/${chargebackID}/evidence?fileName=a.png`, aPng(), {
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  const made = {
    invoiceID,
    paymentID,
    refundID: refund.body.id as string,
    chargebackID,
    evidenceID: evidence.body.id as string,
    ...(await theRest(api)),
  };
  return {
    ...made,
    partyID,
    shopID,
    contractID: partyID === api.foreign.partyID ? 'foreign-contract' : 'demo-contract',
    adjustmentID: '1',
    month: '2026-11',
    categoryID: '1',
    countryID: 'RUS',
    tradeBlocID: 'EEA',
    serviceProviderID: 'qps',
    paymentInstitutionID: '1',
  };
}

async function theRest(api: TestApi): Promise<PathValues> {
  const { merchant, shopID } = api.own;
  const contactInfo = { email: 'anna@example.com' };
  const customer = await merchant.post('/v2/processing/customers', { shopID, contactInfo, metadata: {} });
  const payer = merchant.as(customer.body.customerAccessToken.payload);
  const customerID: string = customer.body.customer.id;
  const paymentResource = await tokenise(payer, '4242424242424242');
  const binding = await payer.post(`/v2/processing/customers/${customerID}/bindings`, { paymentResource });
  const template = await merchant.post('/v2/processing/invoice-templates', aTemplate(shopID));
  const webhook = await merchant.post('/v2/processing/webhooks', aWebhook(shopID));
  const key = await merchant.post('/v2/processing/api-keys', A_KEY);
  return {
    customerID,
    customerBindingID: binding.body.id,
    invoiceTemplateID: template.body.invoiceTemplate.id,
    webhookID: webhook.body.id,
    keyID: key.body.id,
  };
}

function aTemplate(shopID: string): object {
  const price = { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 500 };
  return {
    shopID,
    lifetime: { days: 1, months: 0, years: 0 },
    details: { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price },
  };
}

function aWebhook(shopID: string): object {
  return { scope: { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoicePaid'] }, url: 'https://shop.example/hook' };
}

const A_KEY = { name: 'бухгалтерия', scopes: ['read'] };

/** Valid bodies by operation id, so that a refusal depends on the caller only. */
export async function acceptedBodies(api: TestApi, shopID: string): Promise<Record<string, unknown>> {
  const contactInfo = { email: 'anna@example.com' };
  const resource = await tokenise(api.own.merchant, '4242424242424242');
  const payer = { payerType: 'PaymentResourcePayer', ...resource, contactInfo };
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const reason = { reason: 'because' };
  return {
    createInvoice: { shopID, dueDate, amount: 100, currency: 'RUB', product: 'Чай', metadata: {} },
    fulfillInvoice: reason,
    rescindInvoice: reason,
    createPayment: { flow: HOLD, payer },
    cancelPayment: reason,
    capturePayment: reason,
    createRefund: { amount: 1, currency: 'RUB' },
    createPaymentResource: {
      paymentTool: { paymentToolType: 'PaymentTerminalData', provider: 'euroset' },
      clientInfo: { fingerprint: 'browser' },
    },
    createCustomer: { shopID, contactInfo, metadata: {} },
    createBinding: { paymentResource: resource },
    createInvoiceTemplate: aTemplate(shopID),
    updateInvoiceTemplate: { name: 'Новое имя' },
    createInvoiceWithTemplate: {},
    createWebhook: aWebhook(shopID),
    createApiKey: A_KEY,
    rotateApiKey: { overlapSeconds: 3_600 },
    revokeApiKey: { reason: 'because' },
    searchOwn: { q: 'anna@example.com' },
    orderRegistry: { kind: 'payments', shopID, fromTime: '2026-01-01T00:00:00Z', toTime: dueDate },
  };
}
