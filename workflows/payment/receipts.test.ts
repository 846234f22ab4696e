import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { createCallbacks } from '../../api/callbacks';
import type { ContactInfo, Payment } from '../../domain/payment/payment';
import { YOOKASSA_CARDS } from '../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../connectors/yookassa/testing/yookassa-stand-in';
import { createYooKassaConnector } from '../../connectors/yookassa/yookassa.connector';
import { compareWindow } from '../../activities/reconciliation/compare-window';
import { createConnectorAccount } from '../../operators/connector-accounts/connector-accounts';
import { createLogger } from '../../runtime/logger';
import { DEMO } from '../../store/demo/demo';
import { getInvoice } from '../../store/invoice/invoice.queries';
import { verifyLedger } from '../../store/ledger/verify';
import { listPaymentAttempts } from '../../store/payment/payment.attempts';
import { findPayment } from '../../store/payment/payment.queries';
import { statement } from '../../store/postgres/database';
import { createRefund } from '../../store/refund/refund.create';
import { listConnectorAttempts } from '../../store/timeline/timeline.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../tests/harness/workflows';
import { workflowIDs } from '../names/workflow-ids';

/* A shop at YooKassa whose receipts are obligatory, and invoices without carts. */

const shops = { 'with-vat': new YooKassaStandIn(), 'without-vat': new YooKassaStandIn() };
const SETTINGS = { 'with-vat': { receiptVat: '22%', receiptSubject: 'service' }, 'without-vat': {} } as const;
const INSTANT = { type: 'instant' } as const;
const contactInfo: ContactInfo = { email: 'payer@example.com' };

const url = {} as Record<keyof typeof shops, string>;
let server: Server;
let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  const logger = createLogger({ process: 'test', level: 'silent' });
  const callbacks = createCallbacks({ store: harness.store, logger });
  server = express().use('/callbacks', callbacks).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const id of ['with-vat', 'without-vat'] as const) {
    shops[id].book.areReceiptsObligatory = true;
    const credentials = { shopID: '100500', secretKey: `test_${id}` };
    url[id] = await shops[id].start();
    const settings = { url: url[id], networks: ['127.0.0.0/8', '::/0'], ...SETTINGS[id] };
    const access = { credentials, settings };
    await createConnectorAccount(harness.store, { id, connector: 'yookassa', name: id, ...access, reason: 'test' });
  }
});
afterAll(async () => {
  server?.close();
  expect(await verifyLedger(harness.store.database)).toEqual([]);
  await harness?.stop();
  await Promise.all(Object.values(shops).map((shop) => shop.stop()));
  expect(Object.values(shops).flatMap(({ problems }) => problems)).toEqual([]);
});

async function routed(...connectors: string[]): Promise<void> {
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`;
  const routes = JSON.stringify(connectors.map((connector) => ({ connector })));
  await harness.store.database.run(statement('test-routes', text), [DEMO.shopID, routes]);
}

async function notify(account: string, object: object): Promise<number> {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/yookassa/${account}`;
  const body = JSON.stringify({ type: 'notification', event: 'payment.waiting_for_capture', object });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const readResult = ({ invoiceID, id }: Payment) => harness.readResult(workflowIDs.payment(invoiceID, id));
const aPayment = async (given: ContactInfo = contactInfo) =>
  harness.aPayment(await harness.anInvoice(), {
    cardNumber: YOOKASSA_CARDS.approved,
    flow: INSTANT,
    contactInfo: given,
  });

test('a bank card is paid on the acquirer’s page, without card data of ours, and captured after the payer’s return', async () => {
  await routed('with-vat');
  const { book, calls } = shops['with-vat'];
  const tool = { type: 'paymentTerminal', provider: 'bank_card' } as const;
  const payment = await harness.aPayment(await harness.anInvoice(), { tool, flow: INSTANT, contactInfo });
  const [ref, operationID] = [getRef(payment), `payment/${payment.invoiceID}.${payment.id}/authorise`];
  while (!(await findPayment(harness.store.database, ref)).interaction) await sleep(25);
  const made = book.find(operationID);
  expect(await findPayment(harness.store.database, ref)).toMatchObject({
    interaction: { interactionType: 'Redirect', request: { uriTemplate: `https://yoomoney.ru/pay/${made?.id}` } },
  });
  expect(calls.filter(({ body }) => body['payment_method_data']).at(-1)?.body).toMatchObject({
    payment_method_data: { type: 'bank_card' },
    confirmation: { type: 'redirect' },
  });
  expect(JSON.stringify(calls.at(-1)?.body)).not.toContain('"card"');
  book.authorise(made?.id ?? '');
  expect(await notify('with-vat', made ?? {})).toBe(200);
  // Waiting for the result skips time, also to the deadline, and then the stand-in's clock is behind.
  while ((await findPayment(harness.store.database, ref)).status === 'pending') await sleep(25);
  expect(await readResult(payment)).toBe('captured');
  expect(book.find(operationID)).toMatchObject({ status: 'succeeded', amount: { value: '100.00' } });
});

test('a payment without a cart is captured and refunded, each with a receipt of the product', async () => {
  await routed('with-vat');
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 3_000n });
  expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id))).toBe('succeeded');
  const receipts = shops['with-vat'].calls.map(({ body }) => body['receipt']).filter(Boolean);
  const line = { description: 'Заказ № 1', quantity: 1, vat_code: 11, payment_subject: 'service' };
  expect(receipts.slice(-3)).toMatchObject(
    ['100.00', '100.00', '30.00'].map((value) => ({
      customer: { email: contactInfo.email },
      items: [{ ...line, amount: { value, currency: 'RUB' } }],
    })),
  );
});

test('without the setting the payment fails at once with the acquirer’s fact, and nothing is left at the acquirer', async () => {
  await routed('without-vat');
  const shop = shops['without-vat'];
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('failed');
  expect(await listPaymentAttempts(harness.store.database, getRef(payment))).toMatchObject([
    { connector: 'without-vat', outcome: 'rejected', answer: 'invalid_request:receipt' },
  ]);
  expect(await listConnectorAttempts(harness.store.database, getRef(payment))).toMatchObject([
    { outcome: 'rejected', answer: 'invalid_request:receipt' },
  ]);
  expect(shop.calls).toHaveLength(1);
  expect(shop.book.payments.size).toBe(0);
  expect(await getInvoice(harness.store.database, payment)).toMatchObject({ status: 'unpaid', activePaymentID: null });
});

test('the refused payment goes to the next account, which is paid', async () => {
  await routed('without-vat', 'with-vat');
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  expect(await findPayment(harness.store.database, getRef(payment))).toMatchObject({ connector: 'with-vat' });
  expect(shops['without-vat'].book.payments.size).toBe(0);
});

test('a payer without contacts is refused before anything is sent, and no payment is left at the acquirer', async () => {
  await routed('with-vat');
  const { book, calls } = shops['with-vat'];
  const before = [calls.length, book.payments.size];
  const payment = await aPayment({});
  expect(await readResult(payment)).toBe('failed');
  expect(await listPaymentAttempts(harness.store.database, getRef(payment))).toMatchObject([
    { outcome: 'rejected', answer: 'notSent:receipt.customer' },
  ]);
  expect([calls.length, book.payments.size]).toEqual(before);
});

test('a refusal whose answer is lost is final at the next attempt', async () => {
  await routed('without-vat');
  const shop = shops['without-vat'];
  const sent = shop.calls.length;
  const payment = await shop.losingResponses(async () => {
    const made = await aPayment();
    while (shop.calls.length === sent) await sleep(25);
    return made;
  });
  expect(await readResult(payment)).toBe('failed');
  expect(await listPaymentAttempts(harness.store.database, getRef(payment))).toMatchObject([{ outcome: 'rejected' }]);
  expect(shop.book.payments.size).toBe(0);
});

test('a receipt that the register refused is a finding of reconciliation, once for its capture', async () => {
  await routed('with-vat');
  const shop = shops['with-vat'];
  shop.book.areReceiptsCancelled = true;
  const from = new Date();
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  shop.book.areReceiptsCancelled = false;
  const connector = createYooKassaConnector({ shop: { id: '100500', secret: 'test' }, url: url['with-vat'] });
  if (!connector.listOperations) throw new Error('YooKassa lists its operations');
  const { findings } = await compareWindow(
    {
      ...{ database: harness.store.database, name: 'with-vat', timeoutMs: 5_000, asOf: await harness.now() },
      ...{ signal: AbortSignal.timeout(30_000), onProgress: () => undefined, onReturned: async () => undefined },
      connector: { ...connector, listOperations: connector.listOperations },
    },
    { pass: 'hour', window: { from, to: new Date(Date.now() + 1_000) } },
  );
  expect(findings.filter(({ kind }) => kind === 'refusedReceipt')).toMatchObject([
    { operationID: `payment/${payment.invoiceID}.${payment.id}/capture`, operationKind: 'capture' },
  ]);
});
