import type { LedgerFault } from '../../../store/platform/ledger/ledger-fault';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { untilStatus, type HttpClient } from '../http-client';
import type { Delivery } from '../webhook-receiver';
import { withPool } from '../with-store';

export type CreatedPayment = { invoiceID: string; paymentID: string };

export const CARDS = {
  good: '4242424242424242',
  noMoney: '4000000000000002',
  threeDSecure: '4012888888881881',
} as const;

/** An invoice of the demo shop, due in an hour by default. */
export async function anInvoice(
  merchant: HttpClient,
  shopID: string,
  fields: { amount?: number; dueInMs?: number; externalID?: string; body?: object } = {},
): Promise<{ id: string; token: string }> {
  const answer = await merchant.post('/v2/processing/invoices', {
    shopID,
    dueDate: new Date(Date.now() + (fields.dueInMs ?? 3_600_000)).toISOString(),
    amount: fields.amount ?? 10_000,
    currency: 'RUB',
    product: 'Заказ № 1',
    metadata: { order: 1 },
    externalID: fields.externalID,
    ...fields.body,
  });
  expect(answer.status).toBe(201);
  return { id: answer.body.invoice.id, token: answer.body.invoiceAccessToken.payload };
}

export async function tokenise(payer: HttpClient, cardNumber: string): Promise<Record<string, string>> {
  const answer = await payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '123', cardHolder: 'ANNA IVANOVA' },
    clientInfo: { fingerprint: 'browser-1' },
  });
  expect(answer.status).toBe(201);
  const { paymentToolToken, paymentSession } = answer.body;
  return { paymentToolToken, paymentSession };
}

export const HOLD = { type: 'PaymentFlowHold', onHoldExpiration: 'cancel' };
export const INSTANT = { type: 'PaymentFlowInstant' };

export async function pay(
  payer: HttpClient,
  invoiceID: string,
  given: { card: string; flow: object; fields?: object },
): Promise<string> {
  const resource = await tokenise(payer, given.card);
  const answer = await payer.post(`/v2/processing/invoices/${invoiceID}/payments`, {
    flow: given.flow,
    payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo: { email: 'anna@example.com' } },
    ...given.fields,
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

export function untilPayment(client: HttpClient, ref: CreatedPayment, status: string, limitMs?: number): Promise<any> {
  return untilStatus(client, buildPath(ref), status, limitMs);
}

export const ALL_INVOICE_EVENTS = [
  'InvoiceCreated',
  'InvoicePaid',
  'InvoiceCancelled',
  'InvoiceFulfilled',
  'PaymentStarted',
  'PaymentProcessed',
  'PaymentCaptured',
  'PaymentCancelled',
  'PaymentRefunded',
  'PaymentFailed',
  'PaymentRefundCreated',
  'PaymentRefundSucceeded',
  'PaymentRefundFailed',
  'PaymentUserInteractionRequested',
  'PaymentUserInteractionCompleted',
];

export async function subscribe(
  merchant: HttpClient,
  { shopID, url }: { shopID: string; url: string },
): Promise<{ id: string; publicKey: string }> {
  const answer = await merchant.post('/v2/processing/webhooks', {
    scope: { topic: 'InvoicesTopic', shopID, eventTypes: ALL_INVOICE_EVENTS },
    url,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

export function getTypes(delivery: Delivery): string {
  return delivery.json<{ eventType: string }>().eventType;
}

/** Findings of `holdfast ledger verify`. */
export function ledgerFaults(databaseUrl: string): Promise<LedgerFault[]> {
  return withPool(databaseUrl, verifyLedger);
}

export function buildPath({ invoiceID, paymentID }: CreatedPayment, below = ''): string {
  return `/v2/processing/invoices/${invoiceID}/payments/${paymentID}${below}`;
}
