import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { createCallbacks } from '../../../api/callbacks';
import { fromRecordedLine, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { ContactInfo, Payment } from '../../../domain/payments/payment/payment';
import { YOOKASSA_CARDS } from '../../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../../connectors/yookassa/testing/yookassa-stand-in';
import { createYooKassaConnector } from '../../../connectors/yookassa/yookassa.connector';
import type { Pass } from '../../../domain/operators/reconciliation/passes';
import { compareWindow } from '../../../activities/operators/reconciliation/compare-window';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { createLogger } from '../../../runtime/logger';
import { asOperator } from '../../../store/platform/audit/origin';
import { DEMO } from '../../../store/operators/demo/demo';
import { getInvoice } from '../../../store/payments/invoice/invoice.queries';
import { decideInvoice, fulfillInvoice } from '../../../store/payments/invoice/invoice.transitions';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { statement } from '../../../store/postgres/database';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import { startReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import { recordReceipts } from '../../../store/operators/reconciliation/receipts';
import { requestCancel } from '../../../store/payments/payment/hold.transitions';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { listRefunds } from '../../../store/payments/refund/refund.queries';
import { listConnectorAttempts } from '../../../store/operators/timeline/timeline.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

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

/** Compares what was made since then, and returns the findings about receipts. */
async function compare(pass: Pass, from: Date, { account = 'with-vat', until = new Date(Date.now() + 1_000) } = {}) {
  const connector = createYooKassaConnector({ shop: { id: '100500', secret: 'test' }, url: url['with-vat'] });
  if (!connector.listOperations) throw new Error('YooKassa lists its operations');
  const { findings } = await compareWindow(
    {
      ...{ database: harness.store.database, name: account, timeoutMs: 5_000, asOf: await harness.now() },
      ...{ signal: AbortSignal.timeout(30_000), onProgress: () => undefined, onReturned: async () => undefined },
      connector: { ...connector, listOperations: connector.listOperations },
    },
    { pass, window: { from, to: until } },
  );
  return findings.filter(({ kind }) => kind === 'refusedReceipt');
}

test('a receipt that the register refused is a finding of reconciliation, once for its capture', async () => {
  await routed('with-vat');
  const shop = shops['with-vat'];
  shop.book.registration = 'canceled';
  const from = new Date();
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  shop.book.registration = 'succeeded';
  const findings = await compare('hour', from);
  expect(findings).toMatchObject([
    { operationID: `payment/${payment.invoiceID}.${payment.id}/capture`, operationKind: 'capture' },
  ]);
});

describe('the state of a receipt', () => {
  const { book } = shops['with-vat'];
  beforeEach(() => routed('with-vat'));
  afterEach(() => void (book.registration = 'succeeded'));

  const refunded = async (payment: Payment) => {
    const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 3_000n });
    expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id))).toBe('succeeded');
    return refund;
  };
  const readStates = async (payment: Payment) => [
    (await findPayment(harness.store.database, getRef(payment))).receiptState,
    ...(await listRefunds(harness.store.database, getRef(payment))).map(({ receiptState }) => receiptState),
  ];
  /** Changes what the acquirer says of the receipts of a payment and its refunds. */
  const say = (payment: Payment, registration: string) => {
    const object = book.find(`payment/${payment.invoiceID}.${payment.id}/authorise`);
    const refunds = [...book.refunds.values()].filter((each) => each.payment_id === object?.id);
    for (const each of [object, ...refunds]) Object.assign(each ?? {}, { receipt_registration: registration });
  };

  test('the state comes from the acquirer’s answers, and reconciliation reads it again until the register has decided', async () => {
    const from = new Date();
    book.registration = 'pending';
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    await refunded(payment);
    expect(await readStates(payment)).toEqual(['pending', 'pending']);
    expect(await compare('hour', from)).toEqual([]);
    expect(await readStates(payment)).toEqual(['pending', 'pending']);
    say(payment, 'succeeded');
    expect(await compare('hour', from)).toEqual([]);
    expect(await readStates(payment)).toEqual(['registered', 'registered']);
  });

  test('a receipt that still waits at the second pass is listed for operators', async () => {
    const from = new Date();
    book.registration = 'pending';
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    const { id } = await refunded(payment);
    const name = `${payment.invoiceID}.${payment.id}`;
    const facts = { statement: 'pending' };
    expect(await compare('day', from)).toMatchObject([
      { operationID: `payment/${name}/capture`, facts },
      { operationID: `refund/${name}.${id}/refund`, facts },
    ]);
    say(payment, 'succeeded');
    await compare('day', from);
  });

  test.each([
    ['succeeded', 'registered', 'settled'],
    ['canceled', 'refused', 'open'],
  ])('a waiting receipt is read daily, and its finding follows the register: %s', async (said, state, status) => {
    const { store } = harness;
    const from = new Date();
    book.registration = 'pending';
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    await refunded(payment);
    for (const finding of await compare('day', from)) await reportFinding(store.database, 'with-vat', finding);
    const read = async () =>
      await store.database.run(
        statement<{ status: string; facts: object }>(
          'test-receipt-status',
          `SELECT status, facts FROM reconciliation_findings WHERE kind = 'refusedReceipt' AND operation_id LIKE '%' || $1 || '.%'`,
        ),
        [payment.invoiceID],
      );
    const waiting = { status: 'open', facts: { statement: 'pending' } };
    expect(await read()).toEqual([waiting, waiting]);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await startReturnLookUps(store, inDays(0.9))).toBe(0);
    say(payment, said);
    expect(await startReturnLookUps(store, inDays(1.1))).toBeGreaterThanOrEqual(2);
    while ((await readStates(payment)).some((each) => each !== state)) await sleep(25);
    while ((await read()).some((each) => each.status !== status || (state === 'refused') === 'statement' in each.facts))
      await sleep(25);
    // The last one is after a month.
    await startReturnLookUps(store, inDays(31));
    expect(await startReturnLookUps(store, inDays(33))).toBe(0);
  });

  test('the state does not go back to waiting, and an unknown one changes nothing', async () => {
    const from = new Date();
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    await refunded(payment);
    expect(await readStates(payment)).toEqual(['registered', 'registered']);
    say(payment, 'pending');
    await compare('hour', from);
    const stale = new Map([[`payment/${payment.invoiceID}.${payment.id}/capture`, 'pending' as const]]);
    await recordReceipts(harness.store.database, stale);
    expect(await readStates(payment)).toEqual(['registered', 'registered']);
    // The stand-in says what the description does not know.
    const known = shops['with-vat'].problems.length;
    say(payment, 'lost');
    expect(await compare('day', from)).toEqual([]);
    shops['with-vat'].problems.length = known;
    expect(await readStates(payment)).toEqual(['registered', 'registered']);
    say(payment, 'canceled');
    expect(await compare('hour', from)).toHaveLength(2);
    expect(await readStates(payment)).toEqual(['refused', 'refused']);
  });

  test('an acquirer that names a payment of another account does not change its state', async () => {
    const from = new Date();
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    say(payment, 'canceled');
    await compare('hour', from, { account: 'without-vat' });
    expect(await readStates(payment)).toEqual(['registered']);
  });

  test('the state of a payment captured after the window of its authorisation is looked up', async () => {
    book.registration = 'pending';
    const payment = await aPayment();
    expect(await readResult(payment)).toBe('captured');
    const object = book.find(`payment/${payment.invoiceID}.${payment.id}/authorise`);
    Object.assign(object ?? {}, { created_at: '2026-01-01T00:00:00.000Z', receipt_registration: 'canceled' });
    const { statusChangedAt } = await findPayment(harness.store.database, getRef(payment));
    const [from, until] = [-1, 1].map((ms) => new Date(statusChangedAt.getTime() + ms * 1_000));
    const findings = await compare('hour', from ?? statusChangedAt, { until: until ?? statusChangedAt });
    const operationID = `payment/${payment.invoiceID}.${payment.id}/capture`;
    expect(findings.filter((finding) => finding.operationID === operationID)).toHaveLength(1);
    expect(await readStates(payment)).toEqual(['refused']);
  });

  test('a released hold and an account without receipts have no state', async () => {
    const hold = { type: 'hold', onHoldExpiration: 'cancel' } as const;
    const payment = await harness.aPayment(await harness.anInvoice(), {
      ...{ cardNumber: YOOKASSA_CARDS.approved, flow: hold, contactInfo },
    });
    while ((await findPayment(harness.store.database, getRef(payment))).status === 'pending') await sleep(25);
    expect(await readStates(payment)).toEqual([null]);
    await requestCancel(harness.store, { ...getRef(payment), reason: 'test' });
    expect(await readResult(payment)).toBe('cancelled');
    expect(await readStates(payment)).toEqual([null]);
  });
});

describe('the second receipt of a prepayment', () => {
  const { book } = shops['with-vat'];
  const cart: RecordedCartLine[] = [
    { product: 'Чай', quantity: 3, price: 3_333, taxRate: '22/122', mode: 'full_prepayment' },
    { product: 'Доставка', quantity: 1, price: 1, taxRate: '10/110', mode: 'advance', subject: 'service' },
  ];
  const paid = async (lines: RecordedCartLine[] = cart, amountMinor = 10_000n): Promise<Payment> => {
    await routed('with-vat');
    const invoice = await harness.anInvoice({ amountMinor, cart: lines });
    const payment = await harness.aPayment(invoice, {
      ...{ cardNumber: YOOKASSA_CARDS.approved, flow: INSTANT, contactInfo },
    });
    expect(await readResult(payment)).toBe('captured');
    return payment;
  };
  const fulfil = async ({ invoiceID, partyID }: Payment) =>
    fulfillInvoice(harness.store, { invoiceID, partyID, reason: 'handed over' });
  const settled = ({ connectorReference: id }: Payment) =>
    book.receipts.filter(
      (each) => each.payment_id === id && JSON.stringify(each['settlements']).includes('prepayment'),
    );
  const recorded = async (payment: Payment) => findPayment(harness.store.database, getRef(payment));
  const whenSent = async (payment: Payment) => {
    const stored = await recorded(payment);
    while (settled(stored).length === 0) await sleep(25);
    return stored;
  };
  const end = (payment: Payment) => harness.readResult(workflowIDs.settlementReceipt(payment.invoiceID));
  const startAgain = (payment: Payment) =>
    harness.startAgain('settlementReceipt', workflowIDs.settlementReceipt(payment.invoiceID), {
      invoiceID: payment.invoiceID,
    });
  const sumOf = (receipt: object) =>
    (receipt as { items: { quantity: number; amount: { value: string } }[] }).items.reduce(
      (sum, { quantity, amount }) => sum + quantity * Math.round(Number(amount.value) * 100),
      0,
    );
  const findingsOf = async ({ invoiceID, id }: Payment) =>
    await harness.store.database.run(
      statement<{ kind: string; facts: object; subject: string }>(
        'test-receipt-findings',
        'SELECT kind, facts, subject FROM reconciliation_findings WHERE operation_id = $1',
      ),
      [`payment/${invoiceID}.${id}/settlement-receipt`],
    );

  test('is sent once the invoice is fulfilled, with the captured sum, the mode and the rates of the sale', async () => {
    const payment = await paid();
    expect(settled(await recorded(payment))).toEqual([]);
    await fulfil(payment);
    const [receipt, ...others] = settled(await whenSent(payment));
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      type: 'payment',
      settlements: [{ type: 'prepayment', amount: { value: '100.00', currency: 'RUB' } }],
      items: [
        { description: 'Чай', quantity: 3, amount: { value: '33.33' }, vat_code: 11, payment_mode: 'full_payment' },
        { description: 'Доставка', vat_code: 3, payment_mode: 'full_payment', payment_subject: 'service' },
      ],
    });
    expect(sumOf(receipt ?? {})).toBe(10_000);
    book.registerReceipts('succeeded');
    expect(await end(payment)).toBe('registered');
    expect(await findingsOf(payment)).toEqual([]);
  });

  test('is not sent again by a second fulfilment, a repeated workflow, or after the acquirer has forgotten the key', async () => {
    const payment = await paid();
    await fulfil(payment);
    await expect(fulfil(payment)).rejects.toMatchObject({ code: 'invalidInvoiceStatus' });
    const stored = await whenSent(payment);
    book.registerReceipts('succeeded');
    expect(await end(payment)).toBe('registered');
    shops['with-vat'].responses.clear();
    for (const _ of [1, 2]) {
      await startAgain(payment);
      expect(await end(payment)).toBe('registered');
    }
    expect(settled(stored)).toHaveLength(1);
  });

  test('is sent once although its answers are lost, by the command of an operator', async () => {
    const payment = await paid();
    const asSupport = asOperator(harness.store, { operation: 'fulfillInvoice', requestID: 'test', paymentID: null });
    const stored = await shops['with-vat'].losingResponses(async () => {
      const { invoiceID } = payment;
      await decideInvoice(asSupport, { invoiceID, action: 'fulfill', reason: 'handed over' });
      return whenSent(payment);
    });
    book.registerReceipts('succeeded');
    expect(await end(payment)).toBe('registered');
    expect(settled(stored)).toHaveLength(1);
  });

  test('measures and marking codes come from the stored cart into every receipt', async () => {
    const markingCode = { type: 'fur', value: 'a'.repeat(20) } as const;
    const coat: RecordedCartLine = { product: 'Шуба', quantity: 1, price: 9_000, mode: 'advance', markingCode };
    const cloth: RecordedCartLine = { product: 'Ткань', quantity: 10, price: 100, measure: 'meter', mode: 'advance' };
    const payment = await paid([coat, cloth]);
    const kept = { recorded: [coat], lines: [fromRecordedLine(coat)] };
    const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 1_000n, cart: kept });
    expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id))).toBe('succeeded');
    await fulfil(payment);
    const [receipt] = settled(await whenSent(payment));
    book.registerReceipts('succeeded');
    expect(await end(payment)).toBe('registered');
    const { connectorReference: id } = await recorded(payment);
    const of = (body: object) => JSON.stringify(body).includes(JSON.stringify(id)) && 'receipt' in body;
    const refunded = shops['with-vat'].calls.find(({ path, body }) => path.endsWith('/refunds') && of(body));
    expect(refunded?.body['receipt']).toMatchObject({ items: [{ measure: 'meter', quantity: 10 }] });
    expect((receipt as { items?: object[] } | undefined)?.items).toMatchObject([
      { measure: 'piece', quantity: 1, mark_code_info: { fur: 'a'.repeat(20) }, mark_mode: '0' },
    ]);
  });

  test('has what the payer keeps after a refund', async () => {
    const payment = await paid();
    const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 3_001n });
    expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id))).toBe('succeeded');
    await fulfil(payment);
    const [receipt] = settled(await whenSent(payment));
    book.registerReceipts('succeeded');
    expect(await end(payment)).toBe('registered');
    expect([sumOf(receipt ?? {}), receipt?.['settlements']]).toEqual([
      6_999,
      [{ type: 'prepayment', amount: { value: '69.99', currency: 'RUB' } }],
    ]);
  });

  test('is a finding if the register cancels it or the acquirer refuses it', async () => {
    const cancelled = await paid();
    await fulfil(cancelled);
    await whenSent(cancelled);
    book.registerReceipts('canceled');
    expect(await end(cancelled)).toBe('refused');
    expect(await findingsOf(cancelled)).toMatchObject([
      { kind: 'refusedReceipt', subject: `payment/${cancelled.invoiceID}.${cancelled.id}` },
    ]);
    const refused = await paid();
    book.refusedParameter = 'items';
    await fulfil(refused);
    expect(await end(refused)).toBe('refused');
    book.refusedParameter = undefined;
    expect(await findingsOf(refused)).toMatchObject([
      { kind: 'refusedReceipt', facts: { text: 'invalid_request:items' } },
    ]);
    expect(settled(await recorded(refused))).toEqual([]);
  });

  test('is not sent without a prepayment: no workflow is started', async () => {
    const payment = await paid([{ product: 'Чай', quantity: 1, price: 10_000, mode: 'full_payment' }]);
    await fulfil(payment);
    const [counted] = await harness.store.database.run(
      statement<{ count: bigint }>('test-receipt-commands', 'SELECT count(*) FROM outbox WHERE workflow_id = $1'),
      [workflowIDs.settlementReceipt(payment.invoiceID)],
    );
    expect(Number(counted?.count)).toBe(0);
    expect(settled(await recorded(payment))).toEqual([]);
  });

  test('is not sent by a workflow of an invoice that is not fulfilled', async () => {
    const payment = await paid();
    await startAgain(payment);
    await expect(end(payment)).rejects.toMatchObject({ cause: { cause: { type: 'NotDue' } } });
    expect(settled(await recorded(payment))).toEqual([]);
  });
});
