import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxConnector } from '../../../connectors/sandbox/sandbox.connector';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import type { Payment } from '../../../domain/payments/payment/payment';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import type { Sandbox } from '../../../sandbox/server';
import { aSandbox, TEST_SECRET } from '../../../sandbox/testing';
import { createBinding } from '../../../store/payments/binding/binding.create';
import { getBinding } from '../../../store/payments/customer/customer.queries';
import { setAccountEnabled } from '../../../store/payments/connector-account/connector-account.change';
import { createCustomer } from '../../../store/payments/customer/customer.create';
import { DEMO } from '../../../store/operators/demo/demo';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listReconciledConnectors } from '../../../store/operators/reconciliation/connectors';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { reconciliationRecovery } from '../../../store/operators/reconciliation/reconciliation.recovery';
import { recordRestarts } from '../../../store/operators/recovery/restarts';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { aVaultedCard } from '../../../tests/harness/vault';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Two accounts of one connector are reconciled separately. */

const NAMES = ['first', 'second'] as const;
const CARD = '4242424242424242';

let harness: WorkflowHarness;
const acquirers: Record<string, Sandbox> = {};
beforeAll(async () => {
  harness = await startWorkflowHarness();
  for (const id of NAMES) {
    const acquirer = await aSandbox();
    acquirers[id] = acquirer;
    const access = { credentials: { secret: TEST_SECRET }, settings: { url: acquirer.url } };
    await createConnectorAccount(harness.store, { id, connector: 'sandbox', name: id, ...access, reason: 'test' });
  }
});
afterAll(async () => {
  await harness?.stop();
  for (const acquirer of Object.values(acquirers)) await acquirer.stop();
});

async function routed(connector: string): Promise<void> {
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1 RETURNING id`;
  await harness.store.database.search(text, [DEMO.shopID, JSON.stringify([{ connector }])]);
}

const readFindings = () => listFindings(harness.store.database, { statuses: FINDING_STATUSES, limit: 100 });

/** Skips time until both accounts have compared the hour of the tests. */
async function reconcile(): Promise<void> {
  const open = await reconciliationRecovery.page(harness.store.database, null, 10);
  await recordRestarts(
    harness.store,
    open.map(({ start }) => start),
  );
  const before = new Date(Date.now() + 60_000);
  await harness.environment.sleep('2 hours');
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
    const accounts = await listReconciledConnectors(harness.store.database);
    if (accounts.every(({ cursors, comparedAt }) => comparedAt !== null && cursors.hour > before)) return;
    if (Date.now() > end) throw new Error(`not compared: ${JSON.stringify(accounts)}`);
  }
}

async function bind(): Promise<string> {
  const { store } = harness;
  const now = await harness.now();
  const customer = await createCustomer(store, { ...DEMO, contactInfo: {}, metadata: {} }, now);
  const given = {
    ...{ customerID: customer.id, partyID: DEMO.partyID, clientInfo: { fingerprint: 'browser-1' } },
    tool: await aVaultedCard(harness, CARD),
    toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' } as const,
  };
  const { id } = await createBinding(store, given, now);
  await harness.readResult(workflowIDs.binding(customer.id, id));
  const ref = { customerID: customer.id, bindingID: id, partyID: DEMO.partyID };
  const { status, connector } = await getBinding(store.database, ref);
  return `${status} by ${connector}`;
}

/** Authorises a payment of the first account with the second account's acquirer, behind the platform's back. */
async function plant({ invoiceID, id }: Payment): Promise<string> {
  const foreign = createSandboxConnector({ url: acquirers['second']?.url ?? '', secret: TEST_SECRET });
  const operationID = `payment/${invoiceID}.${id}/authorise`;
  const amounts = { amount: 10_000n, currency: 'RUB', makeRecurrent: false };
  await foreign.authorise({
    ...{ operationID, timeoutMs: 5_000, ...amounts },
    paymentTool: { type: 'card', cardNumber: CARD, expDate: '12/29', cvv: '123' },
    ...{ callbackUrl: 'http://127.0.0.1:9', merchantName: 'shop', description: 'test' },
  });
  await foreign.close();
  return operationID;
}

test('each account compares its own operations, a disabled one too, and a foreign one is found where it is', async () => {
  const holds = [];
  for (const name of NAMES) {
    await routed(name);
    expect(await bind()).toBe(`succeeded by ${name}`);
    holds.push(await harness.aHold(await harness.anInvoice(), 'cancel'));
  }
  expect(holds.map(({ connector }) => connector)).toEqual(NAMES);
  const [hold] = holds;
  if (!hold) throw new Error('there is no hold');
  const operationID = await plant(hold);
  await setAccountEnabled(harness.store, { id: 'second', isEnabled: false, reason: 'test' });
  await reconcile();
  expect(await readFindings()).toMatchObject([{ connector: 'second', operationID }]);
  const ref = { invoiceID: hold.invoiceID, paymentID: hold.id };
  expect(await findPayment(harness.store.database, ref)).toMatchObject({ status: 'processed', connector: 'first' });
  const text = `SELECT connector, sum(operation_count)::integer AS n FROM reconciliation_windows
    GROUP BY connector ORDER BY connector`;
  const compared = await harness.store.database.search<{ connector: string; n: number }>(text, []);
  expect(compared).toEqual([
    { connector: 'first', n: 2 },
    { connector: 'second', n: 3 },
  ]);
});
