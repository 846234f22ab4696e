import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import { createBinding } from '../../../store/payments/binding/binding.create';
import { createCustomer } from '../../../store/payments/customer/customer.create';
import { getBinding } from '../../../store/payments/customer/customer.queries';
import { acceptChargeback, createChargeback } from '../../../store/payments/chargeback/chargeback.transitions';
import { statement } from '../../../store/postgres/database';
import { DEMO } from '../../../store/operators/demo/demo';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { requestCancel, requestCapture } from '../../../store/payments/payment/hold.transitions';
import { createPayment } from '../../../store/payments/payment/payment.create';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { readCustomerTool } from '../../../store/payments/payment/recurrent-payer';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { readRefund } from '../../../store/payments/refund/refund.table';
import { untilStarted } from '../../../tests/harness/idle-workflow';
import { aVaultedCard } from '../../../tests/harness/vault';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* A shop changes its acquirer during payments: operations stay with their connector. */

const CARD = '4242424242424242';
const THREE_D_SECURE = '4012888888881881';
const HOLD = { type: 'hold', onHoldExpiration: 'cancel' } as const;
const INSTANT = { type: 'instant' } as const;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));
const readResult = ({ invoiceID, id }: Payment): Promise<unknown> =>
  harness.readResult(workflowIDs.payment(invoiceID, id));
const formatName = ({ invoiceID, id }: Payment): string => `${invoiceID}.${id}`;

async function takenBy(connector: string): Promise<void> {
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`;
  await harness.store.database.run(statement('test-terms', text), [DEMO.shopID, JSON.stringify([{ connector }])]);
}

/** The effects of a payment in both sandboxes. */
async function seen(payment: Payment): Promise<{ former: unknown; other: unknown }> {
  const path = `/payments/${encodeURIComponent(`payment/${formatName(payment)}/authorise`)}`;
  const [former, other] = await Promise.all(
    [harness.sandboxUrl, harness.otherSandboxUrl].map(async (url) => (await fetch(`${url}${path}`)).json() as unknown),
  );
  return { former, other };
}

const NOTHING = { error: 'notFound' };

async function aHold(cardNumber = CARD): Promise<Payment> {
  const payment = await harness.aPayment(await harness.anInvoice(), { cardNumber, flow: HOLD });
  return until(payment, ({ status, interaction }) => status === 'processed' || interaction !== null);
}

async function until(payment: Payment, isReached: (payment: Payment) => boolean): Promise<Payment> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const now = await snapshot(payment);
    if (isReached(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the payment did not get there');
}

async function refunded(payment: Payment): Promise<Refund | undefined> {
  const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 3_000n });
  const ref = { ...getRef(payment), refundID: refund.id };
  await harness.readResult(workflowIDs.refund(ref.invoiceID, ref.paymentID, ref.refundID));
  return readRefund(harness.store.database, ref);
}

test('holds are captured, voided and refunded by the connector that authorised them', async () => {
  const [toCapture, toCancel] = [await aHold(), await aHold()];
  await takenBy('other');
  await requestCapture(harness.store, { ...getRef(toCapture), reason: 'sent' }, { amountMinor: 8_000n });
  await requestCancel(harness.store, { ...getRef(toCancel), reason: 'sold out' });
  expect([await readResult(toCapture), await readResult(toCancel)]).toEqual(['captured', 'cancelled']);
  const refund = await refunded(toCapture);
  expect(refund).toMatchObject({
    status: 'succeeded',
    connectorReference: expect.stringMatching(/^SBX/) as string,
  });
  expect(refund?.connectorReference).not.toBe((await snapshot(toCapture)).connectorReference);
  expect(await seen(toCapture)).toMatchObject({
    former: { authorised: 10_000, captured: 8_000, refunded: 3_000 },
    other: NOTHING,
  });
  expect(await seen(toCancel)).toMatchObject({ former: { authorised: 10_000, voided: 10_000 }, other: NOTHING });
});

test('an interaction finished after the change is looked up at its connector', async () => {
  await takenBy('sandbox');
  const payment = await aHold(THREE_D_SECURE);
  await takenBy('other');
  const operationID = encodeURIComponent(`payment/${formatName(payment)}/authorise`);
  await fetch(`${harness.sandboxUrl}/interactions/${operationID}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm' }),
  });
  const handle = harness.environment.client.workflow.getHandle(workflowIDs.payment(payment.invoiceID, payment.id));
  await untilStarted(handle);
  await handle.signal('interactionEnded');
  await until(payment, ({ status }) => status === 'processed');
  expect(await seen(payment)).toMatchObject({ former: { authorised: 10_000 }, other: NOTHING });
});

test('a new payment goes to the new connector, and its chargeback stays there after another change', async () => {
  await takenBy('other');
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: INSTANT });
  expect(await readResult(payment)).toBe('captured');
  await takenBy('sandbox');
  const given = { ...getRef(payment), bodyMinor: 10_000n, levyMinor: 100n, idempotencyKey: 'made' };
  const { id } = await createChargeback(harness.store, given);
  await acceptChargeback(harness.store, { ...getRef(payment), chargebackID: id, idempotencyKey: 'accepted' });
  expect(await seen(payment)).toMatchObject({ former: NOTHING, other: { captured: 10_000 } });
  const text = `SELECT credit_account_id AS account FROM ledger_transfers
    WHERE id LIKE 'chargeback/' || $1 || '.%/body/hold'`;
  expect(await harness.store.database.run(statement('test-body', text), [formatName(payment)])).toEqual([
    { account: expect.stringMatching(/^connector\/other\/RUB\/\d\d$/) as string },
  ]);
});

test('a bound card is charged by the connector that bound it', async () => {
  const { store } = harness;
  await takenBy('sandbox');
  const customer = await createCustomer(store, { ...DEMO, contactInfo: {}, metadata: {} }, await harness.now());
  const binding = await createBinding(
    store,
    {
      customerID: customer.id,
      partyID: DEMO.partyID,
      tool: await aVaultedCard(harness, CARD),
      toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
      clientInfo: { fingerprint: 'browser-1' },
    },
    await harness.now(),
  );
  await takenBy('other');
  await harness.readResult(workflowIDs.binding(customer.id, binding.id));
  const ref = { customerID: customer.id, bindingID: binding.id, partyID: DEMO.partyID };
  expect(await getBinding(store.database, ref)).toMatchObject({ status: 'succeeded', connector: 'sandbox' });

  const invoice = await harness.anInvoice();
  const payment = await createPayment(
    store,
    {
      ...(await readCustomerTool(store, DEMO, { customerID: customer.id })),
      invoiceID: invoice.id,
      partyID: invoice.partyID,
      flow: INSTANT,
      processingDeadline: new Date((await harness.now()).getTime() + 600_000),
      makeRecurrent: false,
    },
    await harness.now(),
  );
  expect(await readResult(payment)).toBe('captured');
  expect(await seen(payment)).toMatchObject({ former: { captured: 10_000 }, other: NOTHING });
});

test('the ledger’s balances belong to the connectors that moved the money', async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});
