import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { createCallbacks } from '../../../api/callbacks';
import { keepSandboxAccount } from '../../../operators/connector-accounts/sandbox-account';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import { mergeTimeline } from '../../../operators/timeline/merge';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import { createLogger } from '../../../runtime/logger';
import { TEST_SECRET } from '../../../sandbox/testing';
import { encryptPaymentTool } from '../../../store/payments/payment-tool/payment-tool-token';
import { createPayment } from '../../../store/payments/payment/payment.create';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import type { RecordedFinding } from '../../../store/operators/reconciliation/findings';
import { readTimeline } from '../../../store/operators/timeline/timeline';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* A payer pays by an expired code, and the connector reports it. */

let harness: WorkflowHarness;
let server: Server;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  await keepSandboxAccount(harness.store, { SANDBOX_SECRET: TEST_SECRET, SANDBOX_URL: 'http://127.0.0.1:9' });
  const logger = createLogger({ process: 'test', level: 'warn' });
  const callbacks = createCallbacks({ store: harness.store, logger });
  server = express().use('/callbacks', callbacks).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server?.close();
  await harness?.stop();
});

const formatName = ({ invoiceID, id }: Payment): string => `payment/${invoiceID}.${id}`;

async function post(url: string, body: object): Promise<Response> {
  const text = JSON.stringify(body);
  const signature = createHmac('sha256', TEST_SECRET).update(text).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Sandbox-Signature': signature };
  return fetch(url, { method: 'POST', headers, body: text });
}

/** A payment whose void was approved without effect, so its code can still be paid. */
async function failedWithLiveCode(tool: 'terminal' | 'card'): Promise<Payment> {
  const invoice = await harness.anInvoice();
  const match = { operationIDPrefix: `payment/${invoice.id}.`, kinds: ['void'] };
  await post(`${harness.sandboxUrl}/behaviours`, { match, behaviour: { type: 'loseEffect' }, times: 1 });
  const payment =
    tool === 'card'
      ? await harness.aPayment(invoice, { cardNumber: '4012888888881881' })
      : await createPayment(
          harness.store,
          {
            invoiceID: invoice.id,
            partyID: invoice.partyID,
            flow: { type: 'instant' },
            payer: {
              type: 'PaymentResourcePayer',
              contactInfo: {},
              paymentSession: 'session',
              toolDetails: { type: 'paymentTerminal', provider: 'euroset' },
              toolFingerprint: 'fingerprint',
            },
            encryptedPaymentTool: await encryptPaymentTool(
              { type: 'paymentTerminal', provider: 'euroset' },
              harness.store.encryptionKeys,
            ),
            processingDeadline: new Date((await harness.now()).getTime() + 1_800_000),
            makeRecurrent: false,
          },
          await harness.now(),
        );
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('failed');
  return payment;
}

async function payLate(payment: Payment): Promise<void> {
  const operationID = `${formatName(payment)}/authorise`;
  const decided = await post(`${harness.sandboxUrl}/interactions/${encodeURIComponent(operationID)}`, {
    decision: 'confirm',
  });
  expect(decided.ok).toBe(true);
  const { port } = server.address() as AddressInfo;
  expect((await post(`http://127.0.0.1:${port}/callbacks/sandbox/sandbox`, { operationID })).status).toBe(200);
}

async function readFindings(payment: Payment): Promise<RecordedFinding[]> {
  const all = await listFindings(harness.store.database, { statuses: FINDING_STATUSES, limit: 1_000 });
  return all.filter(({ subject }) => subject === formatName(payment));
}

async function untilFound(payment: Payment, status: string): Promise<RecordedFinding> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const [finding] = await readFindings(payment);
    if (finding?.status === status) return finding;
    if (Date.now() > end) throw new Error(`${formatName(payment)} has no finding that is ${status}`);
  }
}

const createLookUp = (payment: Payment) =>
  harness.readResult(workflowIDs.lateSuccess(`${formatName(payment)}/authorise`));

test('money received after a failure is reported to operators and shown in the timeline', async () => {
  const payment = await failedWithLiveCode('terminal');
  await payLate(payment);
  expect(await createLookUp(payment)).toBe('lateSuccess');
  const finding = await untilFound(payment, 'open');
  expect(finding).toMatchObject({ kind: 'lateSuccess', connectorMinor: 10_000n, recordedMinor: 0n, repair: null });
  const ref = { invoiceID: payment.invoiceID, paymentID: payment.id };
  expect(await findPayment(harness.store.database, ref)).toMatchObject({ status: 'failed' });
  const entries = mergeTimeline({
    ...(await readTimeline(harness.store.database, { kind: 'payment', ...ref })),
    steps: [],
  });
  const operationID = `${formatName(payment)}/authorise`;
  expect(entries.at(-1)?.fact).toMatchObject({ connector: 'sandbox', finding: 'lateSuccess', operationID });
});

test('a card hold created after a failure is released upon its callback', async () => {
  const payment = await failedWithLiveCode('card');
  await payLate(payment);
  expect(await createLookUp(payment)).toBe('orphanHold');
  await untilFound(payment, 'repaired');
  const sums = await fetch(`${harness.sandboxUrl}/payments/${encodeURIComponent(`${formatName(payment)}/authorise`)}`);
  expect(await sums.json()).toMatchObject({ authorised: 10_000, voided: 10_000 });
});

test('a callback of a failed payment without money finds nothing', async () => {
  const payment = await harness.aPayment(await harness.anInvoice(), { cardNumber: '4012888888881881' });
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('failed');
  const { port } = server.address() as AddressInfo;
  await post(`http://127.0.0.1:${port}/callbacks/sandbox/sandbox`, { operationID: `${formatName(payment)}/authorise` });
  expect(await createLookUp(payment)).toBe('nothing');
  expect(await readFindings(payment)).toEqual([]);
});
