import { workflowIDs } from '../../domain/workflow-ids';
import type { Payment } from '../../domain/payment/payment';
import type { Connector, FollowUpOutcome, RefundRequest } from '../../connectors/connector';
import { verifyLedger } from '../../store/ledger/verify';
import { createRefund } from '../../store/refund/refund.create';
import { readRefund } from '../../store/refund/refund.table';
import { startWorkflowHarness, type WorkflowHarness } from '../../testing/workflows';

/* A defect of ours in the midst of moving money: it is seen, and the money moves once. */

let stage: WorkflowHarness;
beforeAll(async () => {
  stage = await startWorkflowHarness();
});
afterAll(() => stage?.stop());

const INSTANT = { type: 'instant' } as const;

async function aCapturedPayment(): Promise<Payment> {
  const payment = await stage.aPayment(await stage.anInvoice(), { flow: INSTANT });
  expect(await stage.resultOf(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('captured');
  return payment;
}

/** A connector that has a refund done and then trips over the answer. */
function tripping(connector: Connector): Connector {
  const refund = async (request: RefundRequest): Promise<FollowUpOutcome> => {
    await connector.refund(request);
    return (undefined as unknown as { answer: FollowUpOutcome }).answer;
  };
  return new Proxy(connector, { get: (target, name) => (name === 'refund' ? refund : bound(target, name)) });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === 'function' ? (member.bind(target) as unknown) : member;
}

test('a defect fails the workflow for all to see, is not taken for an unknown outcome, and the next run looks up', async () => {
  const payment = await aCapturedPayment();
  const whole = stage.connectors['sandbox'] as Connector;
  stage.connectors['sandbox'] = tripping(whole);
  const ref = { invoiceID: payment.invoiceID, paymentID: payment.id, partyID: payment.partyID };
  const { id: refundID } = await createRefund(stage.store, { ...ref, amountMinor: 1_000n });
  const workflowID = workflowIDs.refund(payment.invoiceID, payment.id, refundID);
  await expect(stage.resultOf(workflowID)).rejects.toMatchObject({
    cause: { type: 'Defect', message: expect.stringMatching(/^TypeError: /) as string },
  });
  const { events } = await stage.environment.client.workflow.getHandle(workflowID).fetchHistory();
  expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toEqual([]);
  const asked = await fetch(`${stage.sandboxUrl}/operations/${encodeURIComponent(`${workflowID}/refund`)}`);
  expect(await asked.json()).toMatchObject({ attempts: 1, effects: 1 });
  const named = { ...ref, refundID };
  expect(await readRefund(stage.store.database, named)).toMatchObject({ status: 'pending' });

  // The defect is still there: what the connector has done is found by looking up.
  await stage.startAgain('refund', workflowID, { ...named, isRevived: true });
  expect(await stage.resultOf(workflowID)).toBe('succeeded');
  const after = await fetch(`${stage.sandboxUrl}/operations/${encodeURIComponent(`${workflowID}/refund`)}`);
  expect(await after.json()).toMatchObject({ effects: 1 });
  stage.connectors['sandbox'] = whole;
  expect(await verifyLedger(stage.store.database)).toEqual([]);
});
