import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { temporal as proto } from '@temporalio/proto';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { signals } from '../../workflow-names/workflow-messages';
import { CARDS, INSTANT, anInvoice, ledgerFaults, pay, untilPayment } from '../harness/factories/payment';
import { untilStarted } from '../harness/idle-workflow';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* A run whose task fails for ever is ended and started again; the payment continues with what its acquirer has done. */

const NAMESPACE = 'default';
/** Temporal repeats the failing task with backoff up to the fifth attempt; then the sweeper comes. */
const RESTART_MS = 6 * ARRIVAL_TIMEOUT_MS;

let harness: MerchantPlatform;
let connection: Connection;
beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  connection = await Connection.connect({ address: harness.platform.temporalAddress });
});
afterAll(async () => {
  await connection?.close();
  await harness?.stop();
});

/** Answers the next task of a run with a timer that the code of the workflow does not start, so that no replay succeeds. */
async function breakHistory(workflowId: string): Promise<void> {
  const { worker } = harness.platform.processes;
  const handle = new Client({ connection }).workflow.getHandle(workflowId);
  await untilStarted(handle);
  await worker.kill();
  await handle.signal(signals.interactionEnded);
  const queue = { namespace: NAMESPACE, taskQueue: { name: harness.platform.taskQueuePrefix }, identity: 'test' };
  const { CommandType } = proto.api.enums.v1;
  for (let isBroken = false; !isBroken;) {
    const { taskToken, workflowExecution } = await connection.withDeadline(Date.now() + 2 * ARRIVAL_TIMEOUT_MS, () =>
      connection.workflowService.pollWorkflowTaskQueue(queue),
    );
    isBroken = workflowExecution?.workflowId === workflowId;
    if (!isBroken) continue;
    await connection.workflowService.respondWorkflowTaskCompleted({
      namespace: NAMESPACE,
      taskToken,
      identity: 'test',
      commands: [
        {
          commandType: CommandType.COMMAND_TYPE_REQUEST_CANCEL_EXTERNAL_WORKFLOW_EXECUTION,
          requestCancelExternalWorkflowExecutionCommandAttributes: { namespace: NAMESPACE, workflowId: 'absent' },
        },
        {
          commandType: CommandType.COMMAND_TYPE_START_TIMER,
          startTimerCommandAttributes: { timerId: 'foreign', startToFireTimeout: msToTs(1) },
        },
      ],
    });
  }
  await worker.start();
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${harness.platform.processes.worker.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length) ?? 0,
  );
}

test('a payment whose run cannot be replayed is started again and authorised once', async () => {
  const { merchant, shopID, platform } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.threeDSecure, flow: INSTANT });
  const ref = { invoiceID: invoice.id, paymentID };
  const operation = `payment/${invoice.id}.${paymentID}/authorise`;
  const interaction = `${platform.sandboxUrl}/interactions/${encodeURIComponent(operation)}`;
  const body = JSON.stringify({ decision: 'confirm' });
  const decide = () => fetch(interaction, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await readInteraction(ref)); await sleep(50)) {
    if (Date.now() > end) throw new Error('the payer was not asked');
  }
  const workflowID = workflowIDs.payment(invoice.id, paymentID);
  await breakHistory(workflowID);
  expect((await decide()).ok).toBe(true);

  for (const end = Date.now() + RESTART_MS; ; await sleep(500)) {
    const restarts = await readMetric('holdfast_revived_workflows_total{kind="payment",problem="taskFails"}');
    if (restarts === 1) break;
    if (Date.now() > end) throw new Error('the workflow was not started again');
  }
  await untilPayment(merchant, ref, 'captured');
  expect(await harness.atSandbox(ref)).toMatchObject({ authorised: 10_000, captured: 10_000, voided: 0 });
  const sent = await fetch(`${platform.sandboxUrl}/operations/${encodeURIComponent(operation)}`);
  expect(await sent.json()).toMatchObject({ effects: 1 });
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
  const [row] = await harness.sql('SELECT count, reason FROM workflow_restarts WHERE workflow_id = $1', [workflowID]);
  expect(row).toEqual({ count: 1, reason: 'taskFails' });
});

async function readInteraction({ invoiceID, paymentID }: { invoiceID: string; paymentID: string }): Promise<boolean> {
  const rows = await harness.sql(
    'SELECT 1 FROM payments WHERE invoice_id = $1 AND id = $2 AND interaction IS NOT NULL',
    [invoiceID, paymentID],
  );
  return rows.length > 0;
}
