import { setTimeout as sleep } from 'node:timers/promises';
import type { Connector } from '../../../connectors/connector';
import type { Payment } from '../../../domain/payments/payment/payment';
import { DEMO } from '../../../store/operators/demo/demo';
import { walletAccount } from '../../../store/platform/ledger/accounts';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { appendCommands } from '../../../store/platform/outbox/outbox';
import { statement } from '../../../store/postgres/database';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { lateSuccessStart } from '../../../store/operators/reconciliation/late-success';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { getWithdrawal } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { aStoredWithdrawal } from '../../../tests/harness/factories/stored-withdrawal';
import { terminateIdle } from '../../../tests/harness/idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* A connector accepts a payout or refund and decides later, up to days. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  const { partyID, shopID } = DEMO;
  const url = 'https://merchant.example/hook';
  const withdrawals = ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'];
  await createWebhook(harness.store, { partyID, topic: 'WithdrawalsTopic', url, eventTypes: withdrawals });
  const refunds = ['RefundCreated', 'RefundSucceeded', 'RefundFailed'];
  await createWebhook(harness.store, { partyID, shopID, topic: 'InvoicesTopic', url, eventTypes: refunds });
});
afterAll(() => harness?.stop());
afterEach(async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

async function post(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const { ok } = await fetch(`${harness.sandboxUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!ok) throw new Error(`the sandbox refuses ${path}`);
}

/** The next operation of the kind is pending until `end`. */
const deferNext = (kind: 'payOut' | 'refund', failure?: string) =>
  post('/behaviours', {
    match: { kinds: [kind] },
    behaviour: { type: 'defer', pendingMs: 30 * DAY_MS, ...(failure && { failure }) },
    times: 1,
  });

const end = (operationID: string, then: 'decide' | 'return') =>
  post(`/deferrals/${encodeURIComponent(operationID)}`, { then });

async function readOperation(operationID: string): Promise<{ attempts: number; effects: number; status: string }> {
  const found = await fetch(`${harness.sandboxUrl}/operations/${encodeURIComponent(operationID)}`);
  return (await found.json()) as { attempts: number; effects: number; status: string };
}

async function untilAccepted(operationID: string): Promise<void> {
  for (const until = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    if ((await readOperation(operationID)).status === 'pending') return;
    if (Date.now() > until) throw new Error(`${operationID} is not pending`);
  }
}

const EVENTS = statement<{ type: string }>(
  'test-events-of-subject',
  'SELECT event_type AS type FROM webhook_events WHERE subject = $1 ORDER BY id',
);
const eventsOf = async (subject: string) => {
  const events = await harness.store.database.run(EVENTS, [subject]);
  return events.map(({ type }) => type).filter((type) => !type.startsWith('Invoice') && !type.startsWith('Payment'));
};

const walletOf = async ({ walletID }: { walletID: string }) =>
  readBalance(harness.store.database, walletAccount({ id: walletID, currency: 'RUB' }).id);

/** Loses the run, as a lost Temporal does, and starts another, as the sweeper does. */
async function loseRun(workflowType: string, workflowID: string, input: object): Promise<void> {
  await terminateIdle(harness.environment.client.workflow.getHandle(workflowID));
  await harness.startAgain(workflowType, workflowID, { ...input, isRestart: true });
}

test('a payout that is pending for 48 hours, with a lost run between, is made once and announced once', async () => {
  await deferNext('payOut');
  const withdrawal = await aStoredWithdrawal(harness.store);
  const [workflowID, operationID] = [workflowIDs.withdrawal(withdrawal.id), `withdrawal/${withdrawal.id}/payOut`];
  await untilAccepted(operationID);
  await harness.environment.sleep(DAY_MS);
  await loseRun('withdrawal', workflowID, { withdrawalID: withdrawal.id });
  await harness.environment.sleep(DAY_MS);
  expect(await getWithdrawal(harness.store, { ...withdrawal, withdrawalID: withdrawal.id })).toMatchObject({
    status: 'Pending',
  });
  expect(await walletOf(withdrawal)).toEqual({ own: 1_000_000n, available: 990_000n });
  await end(operationID, 'decide');
  expect(await harness.readResult(workflowID)).toBe('Succeeded');
  expect(await readOperation(operationID)).toMatchObject({ attempts: 1, effects: 1 });
  expect(await eventsOf(`withdrawal/${withdrawal.id}`)).toEqual(['WithdrawalStarted', 'WithdrawalSucceeded']);
  expect(await walletOf(withdrawal)).toEqual({ own: 990_000n, available: 990_000n });
});

test('a payout that is declined after it was pending releases its money', async () => {
  await deferNext('payOut', 'RejectedByIssuer');
  const withdrawal = await aStoredWithdrawal(harness.store);
  const operationID = `withdrawal/${withdrawal.id}/payOut`;
  await untilAccepted(operationID);
  await harness.environment.sleep(MINUTE_MS);
  await end(operationID, 'decide');
  expect(await harness.readResult(workflowIDs.withdrawal(withdrawal.id))).toBe('Failed');
  expect(await readOperation(operationID)).toMatchObject({ attempts: 1, effects: 0 });
  expect(await walletOf(withdrawal)).toEqual({ own: 1_000_000n, available: 1_000_000n });
});

test('a payout that came back credits its wallet once, is listed for operators and stays succeeded', async () => {
  const withdrawal = await aStoredWithdrawal(harness.store);
  const operationID = `withdrawal/${withdrawal.id}/payOut`;
  expect(await harness.readResult(workflowIDs.withdrawal(withdrawal.id))).toBe('Succeeded');
  const report = async () => {
    await appendCommands(harness.store.database, [lateSuccessStart('sandbox', operationID)]);
    harness.store.wakeUp.send('outbox');
    return harness.readResult(workflowIDs.lateSuccess(operationID));
  };
  expect(await report()).toBe('nothing');
  await end(operationID, 'return');
  await untilReported(report);
  await report();
  // The fee of 100 stays.
  expect(await walletOf(withdrawal)).toEqual({ own: 999_900n, available: 999_900n });
  const stored = await getWithdrawal(harness.store, { ...withdrawal, withdrawalID: withdrawal.id });
  expect(stored).toMatchObject({ status: 'Succeeded' });
  const findings = await listFindings(harness.store.database, { statuses: ['open'], limit: 100 });
  expect(findings).toMatchObject([{ kind: 'returnedPayout', operationID, recordedMinor: 9_900n, currency: 'RUB' }]);
  expect(await eventsOf(`withdrawal/${withdrawal.id}`)).toEqual(['WithdrawalStarted', 'WithdrawalSucceeded']);
});

/** The result of an earlier run may be read until the dispatcher has started the next one. */
async function untilReported(report: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + ARRIVAL_TIMEOUT_MS; (await report()) !== 'returnedPayout'; await sleep(50)) {
    if (Date.now() > until) throw new Error('the return is not found');
  }
}

async function aRefund(): Promise<{ payment: Payment; refundID: string; workflowID: string; operationID: string }> {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' } });
  const { invoiceID, id: paymentID, partyID } = payment;
  await harness.readResult(workflowIDs.payment(invoiceID, paymentID));
  const { id: refundID } = await createRefund(harness.store, { invoiceID, paymentID, partyID, amountMinor: 1_000n });
  const workflowID = workflowIDs.refund(invoiceID, paymentID, refundID);
  const operationID = `${workflowID}/refund`;
  await untilAccepted(operationID);
  return { payment, refundID, workflowID, operationID };
}

test('a refund that is pending for 48 hours, with a lost run between, is made once and announced once', async () => {
  await deferNext('refund');
  const { payment, refundID, workflowID, operationID } = await aRefund();
  const { invoiceID, id: paymentID } = payment;
  await harness.environment.sleep(DAY_MS);
  await loseRun('refund', workflowID, { invoiceID, paymentID, refundID });
  await harness.environment.sleep(DAY_MS);
  await end(operationID, 'decide');
  expect(await harness.readResult(workflowID)).toBe('succeeded');
  expect(await readOperation(operationID)).toMatchObject({ attempts: 1, effects: 1 });
  expect(await eventsOf(`invoice/${invoiceID}`)).toEqual(['RefundCreated', 'RefundSucceeded']);
});

test('a refund that is declined after it was pending fails', async () => {
  await deferNext('refund', 'authorization_failed:rejected_by_issuer');
  const { workflowID, operationID } = await aRefund();
  await harness.environment.sleep(MINUTE_MS);
  await end(operationID, 'decide');
  expect(await harness.readResult(workflowID)).toBe('failed');
  expect(await readOperation(operationID)).toMatchObject({ attempts: 1, effects: 0 });
});

test('a refund that fails after it succeeded is listed for operators', async () => {
  await deferNext('refund');
  const { workflowID, operationID } = await aRefund();
  await end(operationID, 'decide');
  expect(await harness.readResult(workflowID)).toBe('succeeded');
  const sandbox = harness.connectors['sandbox'] as Connector;
  const failure = { code: 'authorization_failed' } as const;
  harness.connectors['sandbox'] = { ...sandbox, lookUp: () => Promise.resolve({ kind: 'declined', failure }) };
  try {
    await appendCommands(harness.store.database, [lateSuccessStart('sandbox', operationID)]);
    harness.store.wakeUp.send('outbox');
    expect(await harness.readResult(workflowIDs.lateSuccess(operationID))).toBe('missingEffect');
  } finally {
    harness.connectors['sandbox'] = sandbox;
  }
  const findings = await listFindings(harness.store.database, { statuses: ['open'], limit: 100 });
  expect(findings.filter((finding) => finding.operationID === operationID)).toMatchObject([
    { kind: 'missingEffect', connectorMinor: 0n, recordedMinor: 1_000n },
  ]);
});
