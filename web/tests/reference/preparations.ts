import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPng } from '../../../tests/harness/factories/document';
import { CARDS, HOLD, INSTANT, anInvoice, pay, tokenise, untilPayment } from '../../../tests/harness/factories/payment';
import { httpClient, untilStatus, type HttpClient } from '../../../tests/harness/http-client';
import { PREPARATIONS, type Preparation } from '../../../content/samples/preparations';
import type { SampleWorkspace } from '../../../content/samples/run-sample';
import { holdfast } from '../../../content/samples/operator';

/** Steps of other parties, or waits, before a reference's sample can run. */
export const REFERENCE_PREPARATIONS: Readonly<Record<string, Preparation>> = {
  capturePayment: paymentIs('processed'),
  createRefund: paymentIs('captured'),
  getChargebacks: bankAsksBack,
  addChargebackEvidence: receiptIsScanned,
  sendChargebackEvidence: receiptIsAdded,
  createBinding: freshTool,
  cancelPayment: anotherPayment(HOLD, 'processed'),
  rescindInvoice: anotherInvoice,
  createQuote: operatorDeposits,
  createWithdrawal: destinationIsAuthorized,
  createW2WTransfer: secondWallet,
};

function getMerchant({ environment }: SampleWorkspace): HttpClient {
  return httpClient({ baseUrl: environment['HOLDFAST_API_URL'] ?? '', token: environment['HOLDFAST_API_KEY'] ?? '' });
}

function paymentIs(status: string): Preparation {
  return async (workspace) => {
    const { INVOICE_ID: invoiceID = '', PAYMENT_ID: paymentID = '' } = workspace.environment;
    await untilPayment(getMerchant(workspace), { invoiceID, paymentID }, status);
  };
}

/** A binding needs a new session, because the payment used the previous one. */
async function freshTool(workspace: SampleWorkspace): Promise<void> {
  const { paymentToolToken = '', paymentSession = '' } = await tokenise(getMerchant(workspace), CARDS.good);
  Object.assign(workspace.environment, { PAYMENT_TOOL_TOKEN: paymentToolToken, PAYMENT_SESSION: paymentSession });
}

async function anotherInvoice(workspace: SampleWorkspace): Promise<void> {
  const invoice = await anInvoice(getMerchant(workspace), workspace.environment['HOLDFAST_SHOP_ID'] ?? '');
  Object.assign(workspace.environment, { INVOICE_ID: invoice.id, INVOICE_TOKEN: invoice.token });
}

function anotherPayment(flow: object, status: string): Preparation {
  return async (workspace, platform) => {
    await anotherInvoice(workspace);
    const { INVOICE_ID: invoiceID = '' } = workspace.environment;
    workspace.environment['PAYMENT_ID'] = await pay(getMerchant(workspace), invoiceID, { card: CARDS.good, flow });
    await paymentIs(status)(workspace, platform);
  };
}

/** Registers a chargeback for another payment, because the first is fully refunded. */
async function bankAsksBack(workspace: SampleWorkspace, platform: Parameters<Preparation>[1]): Promise<void> {
  await anotherPayment(INSTANT, 'captured')(workspace, platform);
  const { INVOICE_ID: invoiceID, PAYMENT_ID: paymentID } = workspace.environment;
  const claim = { invoiceID, paymentID, body: 5_000, levy: 1_000, reasonCode: '10.4' };
  await holdfast(platform, 'chargeback', 'create', claim);
}

async function receiptIsScanned({ folder }: SampleWorkspace): Promise<void> {
  writeFileSync(join(folder, 'receipt.png'), aPng());
}

/** The first one has been deleted. */
async function receiptIsAdded(workspace: SampleWorkspace): Promise<void> {
  const { INVOICE_ID, PAYMENT_ID, CHARGEBACK_ID } = workspace.environment;
  const path = `/v2/processing/invoices/${INVOICE_ID}/payments/${PAYMENT_ID}/chargebacks/${CHARGEBACK_ID}/evidence`;
  const headers = { 'Content-Type': 'application/octet-stream' };
  await getMerchant(workspace).post(`${path}?fileName=receipt.png`, aPng(), { headers });
}

async function operatorDeposits(workspace: SampleWorkspace, platform: Parameters<Preparation>[1]): Promise<void> {
  await PREPARATIONS['operator-deposits']?.(workspace, platform);
}

async function destinationIsAuthorized(workspace: SampleWorkspace): Promise<void> {
  const path = `/wallet/v0/destinations/${workspace.environment['DESTINATION_ID']}`;
  await untilStatus(getMerchant(workspace), path, 'Authorized');
}

async function secondWallet(workspace: SampleWorkspace): Promise<void> {
  const identity = workspace.environment['IDENTITY_ID'];
  const fields = { name: 'Второй', identity, currency: 'RUB' };
  const { status, body } = await getMerchant(workspace).post<{ id: string }>('/wallet/v0/wallets', fields);
  if (status !== 201) throw new Error(`a wallet: ${status} ${JSON.stringify(body)}`);
  workspace.environment['RECEIVER_ID'] = body.id;
}
