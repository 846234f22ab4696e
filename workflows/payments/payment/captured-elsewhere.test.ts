import type { Connector } from '../../../connectors/connector';
import { createStripeConnector } from '../../../connectors/stripe/stripe.connector';
import { MemoryBook } from '../../../connectors/testing/memory-book';
import { OPERATION } from '../../../connectors/stripe/stripe-operations';
import { StripeStandIn } from '../../../connectors/stripe/testing/stripe-stand-in';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { getInvoice } from '../../../store/payments/invoice/invoice.queries';
import { requestCancel, requestCapture } from '../../../store/payments/payment/hold.transitions';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* Captures at the acquirer by other means: its dashboard, or a lost response. */

let harness: WorkflowHarness;
let standIn: StripeStandIn;
let sandbox: Connector;
let stripe: Connector;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  standIn = new StripeStandIn();
  sandbox = harness.connectors['sandbox'] as Connector;
  stripe = createStripeConnector({
    book: new MemoryBook(),
    secretKey: 'sk_test_of_nobody',
    url: await standIn.start(),
  });
});
afterAll(async () => {
  await standIn?.stop();
  await harness?.stop();
});

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const formatName = ({ invoiceID, id }: Payment): string => `payment/${invoiceID}.${id}`;
const readResult = ({ invoiceID, id }: Payment): Promise<unknown> =>
  harness.readResult(workflowIDs.payment(invoiceID, id));

async function captureAtSandbox(payment: Payment, amount: number): Promise<void> {
  const authorisationID = `${formatName(payment)}/authorise`;
  const body = {
    kind: 'capture',
    operationID: `dashboard/${payment.invoiceID}`,
    authorisationID,
    amount,
    currency: 'RUB',
  };
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${harness.sandboxUrl}/operations`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function captureAtStripe(payment: Payment, amount: number): Promise<void> {
  const intents = [...standIn.book.paymentIntents.values()];
  const intent = intents.find(({ metadata }) => metadata[OPERATION] === `${formatName(payment)}/authorise`);
  standIn.book.act(`POST /v1/payment_intents/${intent?.id}/capture`, { amount_to_capture: String(amount) });
}

async function readFindings(payment: Payment): Promise<string[]> {
  const all = await listFindings(harness.store.database, { statuses: FINDING_STATUSES, limit: 1_000 });
  return all.filter(({ subject }) => subject === formatName(payment)).map(({ kind, status }) => `${kind} ${status}`);
}

describe.each([
  ['sandbox', () => sandbox, captureAtSandbox],
  ['stripe', () => stripe, captureAtStripe],
])('with %s', (_, connector, captureThere) => {
  beforeEach(() => void (harness.connectors['sandbox'] = connector()));

  const heldAndTaken = async (amount: number): Promise<Payment> => {
    const payment = await harness.aHold(await harness.anInvoice(), 'cancel');
    await captureThere(payment, amount);
    return payment;
  };

  test('a capture done at the acquirer is recorded', async () => {
    const payment = await heldAndTaken(10_000);
    await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, {});
    expect(await readResult(payment)).toBe('captured');
    expect(await getInvoice(harness.store.database, payment)).toMatchObject({ status: 'paid' });
    expect(await readFindings(payment)).toEqual([]);
  });

  test('a capture of another amount is no capture, and operators see what was taken', async () => {
    const payment = await heldAndTaken(9_000);
    await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, {});
    expect(await readResult(payment)).toBe('cancelled');
    expect(await readFindings(payment)).toEqual(['contradictedAnswer open']);
    const [finding] = (await listFindings(harness.store.database, { statuses: ['open'], limit: 1_000 })).filter(
      ({ subject }) => subject === formatName(payment),
    );
    expect(finding).toMatchObject({
      ...{ operationKind: 'capture', currency: 'RUB', connectorMinor: 9_000n, recordedMinor: 10_000n },
      differences: [{ fact: 'amount', requested: '10000', answered: '9000' }],
    });
  });

  test('a void after a capture does not cancel the payment', async () => {
    const payment = await heldAndTaken(10_000);
    await requestCancel(harness.store, { ...getRef(payment), reason: 'sold out' });
    expect(await readResult(payment)).toBe('captured');
    expect(await getInvoice(harness.store.database, payment)).toMatchObject({ status: 'paid' });
    expect(await findPayment(harness.store.database, getRef(payment))).toMatchObject({ target: 'capture' });
    expect(await readFindings(payment)).toEqual(['differentState open']);
  });
});

test('the ledger verifies after these cases', async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});
