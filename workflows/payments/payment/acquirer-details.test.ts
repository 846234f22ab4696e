import type {
  Approved,
  AuthoriseRequest,
  CaptureRequest,
  Connector,
  RefundRequest,
} from '../../../connectors/connector';
import { cartTotal, fromRecordedLine } from '../../../domain/payments/invoice/cart';
import { CAPTURE_LEAD_MS } from '../../../domain/payments/payment/hold-rules';
import type { Payer, Payment } from '../../../domain/payments/payment/payment';
import { DEMO } from '../../../store/operators/demo/demo';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { requestCapture } from '../../../store/payments/payment/hold.transitions';
import { createInvoice } from '../../../store/payments/invoice/invoice.create';
import { createPayment, type NewPayment } from '../../../store/payments/payment/payment.create';
import { statement } from '../../../store/postgres/database';
import { encryptPaymentTool } from '../../../store/payments/payment-tool/payment-tool-token';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { readRecurrentTool } from '../../../store/payments/payment/recurrent-payer';
import { readTimeline } from '../../../store/operators/timeline/timeline';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { aVaultedCard } from '../../../tests/harness/vault';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* What an acquirer is given of a payment, and what is recorded of its approval. */

const HOUR_MS = 3_600_000;
const INSTANT = { type: 'instant' } as const;

const TEA = { product: 'Tea', quantity: 2, price: 3_000, taxRate: '20%' } as const;
const DELIVERY = { product: 'Delivery', quantity: 1, price: 500 };
const PAYER: Payer = {
  type: 'PaymentResourcePayer',
  contactInfo: { email: 'payer@example.com', firstName: 'Anna', lastName: 'Petrova', city: 'Tver' },
  clientInfo: { ip: '203.0.113.7', fingerprint: 'f', browser: { language: 'ru-RU', timeZoneOffset: -180 } },
  paymentSession: 'session',
  toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
  toolFingerprint: 'fingerprint',
};

let harness: WorkflowHarness;
let sandbox: Connector;
let stated: Partial<Approved> = {};
const sent = { authorise: [] as AuthoriseRequest[], capture: [] as CaptureRequest[], refund: [] as RefundRequest[] };

beforeAll(async () => {
  harness = await startWorkflowHarness();
  sandbox = harness.connectors['sandbox'] as Connector;
  harness.connectors['sandbox'] = {
    ...sandbox,
    authorise: async (request) => {
      sent.authorise.push(request);
      const outcome = await sandbox.authorise(request);
      return outcome.kind === 'approved' ? { ...outcome, ...stated } : outcome;
    },
    capture: async (request) => {
      sent.capture.push(request);
      const outcome = await sandbox.capture(request);
      return outcome.kind === 'approved' ? { ...outcome, feeMinor: 350n } : outcome;
    },
    refund: async (request) => {
      sent.refund.push(request);
      return sandbox.refund(request);
    },
  };
});
afterAll(() => harness?.stop());
afterEach(async () => {
  stated = {};
  for (const requests of Object.values(sent)) requests.length = 0;
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));

async function finished(payment: Payment): Promise<Payment> {
  await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id));
  return snapshot(payment);
}

async function held(payment: Payment): Promise<Payment> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const now = await snapshot(payment);
    if (now.status === 'processed') return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the payment was not authorised');
}

test('a card behind Apple Pay is named by the acquirer, and its scheme and fee are recorded', async () => {
  stated = { feeMinor: 500n };
  const tool = {
    type: 'tokenizedCard',
    provider: 'ApplePay',
    merchantID: 'm',
    paymentToken: '4242424242424242',
  } as const;
  const details = {
    type: 'bankCard',
    bin: '',
    lastDigits: '',
    paymentSystem: 'unknown',
    tokenProvider: 'applepay',
  } as const;
  const encryptedPaymentTool = await encryptPaymentTool(tool, harness.store.encryptionKeys);
  const payer = { ...PAYER, toolDetails: details };
  const payment = await finished(await aCartPayment({ payer, encryptedPaymentTool, flow: INSTANT }));
  const toolDetails = { ...details, bin: '424242', lastDigits: '4242', paymentSystem: 'visa' };
  expect(payment).toMatchObject({
    status: 'captured',
    connectorFeeMinor: 350n,
    schemeTransactionID: expect.any(String) as string,
    payer: { toolDetails: { ...toolDetails, issuerCountry: 'RU', bankName: 'Sandbox Bank' } },
  });
  const target = { kind: 'payment', invoiceID: payment.invoiceID, paymentID: payment.id } as const;
  const { attempts } = await readTimeline(harness.store.database, target);
  expect(attempts[0]?.fee).toEqual({ amountMinor: 350n, currency: 'RUB' });
  const columns = `SELECT card_first6, card_last4, card_payment_system, card_token_provider FROM payments WHERE invoice_id = $1`;
  const filters = await harness.store.database.run(statement('test-filters', columns), [payment.invoiceID]);
  expect(filters).toEqual([
    { card_first6: '424242', card_last4: '4242', card_payment_system: 'visa', card_token_provider: 'applepay' },
  ]);
});

test.each([
  ['cancel', 0, 'cancelled'],
  ['capture', CAPTURE_LEAD_MS, 'captured'],
] as const)('a hold to %s at its end ends when the acquirer releases it', async (onHoldExpiration, leadMs, status) => {
  const holdExpiresAt = new Date((await harness.now()).getTime() + 5 * HOUR_MS);
  stated = { holdExpiresAt };
  const flow = { type: 'hold', onHoldExpiration } as const;
  const payment = await held(await harness.aPayment(await harness.anInvoice(), { flow }));
  expect(payment.heldUntil).toEqual(new Date(holdExpiresAt.getTime() - leadMs));
  expect((await finished(payment)).status).toBe(status);
  const workflow = harness.environment.client.workflow.getHandle(workflowIDs.payment(payment.invoiceID, payment.id));
  const endedMs = (await workflow.describe()).closeTime?.getTime();
  expect(endedMs).toBeGreaterThanOrEqual(holdExpiresAt.getTime() - leadMs);
  expect(endedMs).toBeLessThan(holdExpiresAt.getTime() + HOUR_MS);
});

test('payment, partial capture and partial refunds send the payer and lines that sum to their amounts', async () => {
  const payment = await held(await aCartPayment());
  const cart = { recorded: [TEA], lines: [fromRecordedLine(TEA)] };
  await requestCapture(
    harness.store,
    { ...getRef(payment), reason: 'one is sold out' },
    { amountMinor: 6_500n },
    { cart: [TEA, DELIVERY] },
  );
  await finished(payment);
  const refund = async (fields: object) => {
    const { id } = await createRefund(harness.store, { ...getRef(payment), ...fields });
    await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, id));
  };
  await refund({ amountMinor: 500n, cart });
  await refund({ amountMinor: 1_001n });

  const requests = [...sent.authorise, ...sent.capture, ...sent.refund];
  expect(requests.map(({ amount, items = [] }) => [amount, cartTotal(items)])).toEqual(
    [10_000n, 6_500n, 500n, 1_001n].map((amount) => [amount, amount]),
  );
  expect(requests.map(({ payer }) => payer)).toEqual(
    Array(4).fill({
      ...{ email: 'payer@example.com', name: 'Anna Petrova', billingAddress: { city: 'Tver' } },
      ...{ ip: '203.0.113.7', fingerprint: 'f' },
    }),
  );
  expect(sent.authorise[0]?.browser).toEqual({ language: 'ru-RU', timeZoneOffset: -180 });
  expect(sent.refund[0]?.items).toEqual([{ product: 'Delivery', quantity: 1n, priceMinor: 500n }]);
  expect(sent.refund[1]?.items?.every(({ product }) => product === 'Tea')).toBe(true);
});

test('a recurrent payment refers to the scheme’s transaction of its parent, if there is one', async () => {
  for (const schemeTransactionID of ['MWK1234567', undefined]) {
    stated = { schemeTransactionID: schemeTransactionID ?? '' };
    const parent = await finished(await aCartPayment({ makeRecurrent: true, flow: INSTANT }));
    const { payer, encryptedPaymentTool } = await readRecurrentTool(harness.store, parent, {
      contactInfo: {},
      recurrentParentPayment: { invoiceID: parent.invoiceID, paymentID: parent.id },
    });
    await finished(await aCartPayment({ payer, encryptedPaymentTool, flow: INSTANT }));
    expect(sent.authorise.at(-1)?.schemeTransactionID).toBe(schemeTransactionID);
  }
});

async function aCartPayment(fields: Partial<NewPayment> = {}): Promise<Payment> {
  const given = { partyID: DEMO.partyID, shopID: DEMO.shopID, product: 'Order', currency: 'RUB', metadata: {} };
  const now = await harness.now();
  const invoice = await createInvoice(
    harness.store,
    {
      ...given,
      amountMinor: 10_000n,
      dueDate: new Date(now.getTime() + 24 * HOUR_MS),
      cart: [
        { ...TEA, quantity: 3 },
        { ...DELIVERY, quantity: 2 },
      ],
    },
    now,
  );
  const { encryptionKeys } = harness.store;
  const card = await aVaultedCard(harness);
  const payment: NewPayment = {
    invoiceID: invoice.id,
    partyID: invoice.partyID,
    flow: { type: 'hold', onHoldExpiration: 'cancel' },
    payer: PAYER,
    encryptedPaymentTool: await encryptPaymentTool(card, encryptionKeys),
    processingDeadline: new Date(now.getTime() + HOUR_MS / 2),
    makeRecurrent: false,
    ...fields,
  };
  return createPayment(harness.store, payment, now);
}
