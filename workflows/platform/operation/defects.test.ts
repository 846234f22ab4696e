import { setTimeout as sleep } from 'node:timers/promises';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Connector } from '../../../connectors/connector';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { aStoredWithdrawal } from '../../../tests/harness/factories/stored-withdrawal';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* A defect while money moves is visible, and the money moves once. */

let stage: WorkflowHarness;
let whole: Connector;
beforeAll(async () => {
  stage = await startWorkflowHarness();
  whole = stage.connectors['sandbox'] as Connector;
});
afterAll(() => stage?.stop());
afterEach(async () => {
  stage.connectors['sandbox'] = whole;
  expect(await verifyLedger(stage.store.database)).toEqual([]);
});

const INSTANT = { type: 'instant' } as const;

type Step = 'authorise' | 'capture' | 'refund' | 'payOut';

/** A connector that executes a step and then throws. */
function tripOver(step: Step): void {
  const trips = async (request: never): Promise<unknown> => {
    await whole[step]?.(request);
    return (undefined as unknown as { answer: unknown }).answer;
  };
  stage.connectors['sandbox'] = new Proxy(whole, {
    get: (target, name) => (name === step ? trips : bound(target, name)),
  });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === 'function' ? (member.bind(target) as unknown) : member;
}

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });

/** Waits in real time, because waiting for a result would skip time beyond distant deadlines. */
async function untilEnded(workflowID: string): Promise<void> {
  const handle = stage.environment.client.workflow.getHandle(workflowID);
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const status = await handle.describe().then(
      (described) => described.status.name,
      () => 'not started',
    );
    if (status !== 'RUNNING' && status !== 'not started') return;
    if (Date.now() > end) throw new Error(`${workflowID} has not ended: ${status}`);
    await sleep(50);
  }
}

async function atSandbox(operationID: string): Promise<unknown> {
  return (await fetch(`${stage.sandboxUrl}/operations/${encodeURIComponent(operationID)}`)).json();
}

test.each(['authorise', 'capture'] as const)(
  'a defect after the connector’s effect in a first attempt (%s) is an error of the log, and the workflow looks it up',
  async (step) => {
    tripOver(step);
    const payment = await stage.aPayment(await stage.anInvoice(), { flow: INSTANT });
    const workflowID = workflowIDs.payment(payment.invoiceID, payment.id);
    await untilEnded(workflowID);
    expect(await stage.readResult(workflowID)).toBe('captured');
    expect(await atSandbox(`${workflowID}/${step}`)).toMatchObject({ attempts: 1, effects: 1 });
  },
);

test('a defect in the first attempt of a refund is an error of the log, and the workflow looks it up', async () => {
  const payment = await stage.aPayment(await stage.anInvoice(), { flow: INSTANT });
  const paymentWorkflowID = workflowIDs.payment(payment.invoiceID, payment.id);
  await untilEnded(paymentWorkflowID);
  expect(await stage.readResult(paymentWorkflowID)).toBe('captured');
  tripOver('refund');
  const { id: refundID } = await createRefund(stage.store, { ...getRef(payment), amountMinor: 1_000n });
  const workflowID = workflowIDs.refund(payment.invoiceID, payment.id, refundID);
  await untilEnded(workflowID);
  expect(await stage.readResult(workflowID)).toBe('succeeded');
  expect(await atSandbox(`${workflowID}/refund`)).toMatchObject({ attempts: 1, effects: 1 });
});

test('a defect in the first attempt of a withdrawal keeps the hold, and the workflow looks it up', async () => {
  tripOver('payOut');
  const { id: withdrawalID } = await aStoredWithdrawal(stage.store);
  const workflowID = workflowIDs.withdrawal(withdrawalID);
  await untilEnded(workflowID);
  expect(await stage.readResult(workflowID)).toBe('Succeeded');
  expect(await atSandbox(`${workflowID}/payOut`)).toMatchObject({ attempts: 1, effects: 1 });
});
