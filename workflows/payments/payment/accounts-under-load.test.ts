import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '../../../domain/payments/payment/payment';
import {
  createConnectorAccount,
  rotateConnectorAccount,
} from '../../../operators/connector-accounts/connector-accounts';
import { aSandbox } from '../../../sandbox/testing';
import { setAccountEnabled } from '../../../store/payments/connector-account/connector-account.change';
import { DEMO } from '../../../store/operators/demo/demo';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';

/* An account is rotated and disabled while payments run. The acquirer accepts the earlier key for a while. */

const FORMER = 'former secret of the account';
const CURRENT = 'current secret of the account';
/** Longer than a process may know an earlier version. */
const OVERLAP_MS = 1_500;

let harness: WorkflowHarness;
const acquirers: Awaited<ReturnType<typeof aSandbox>>[] = [];
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(async () => {
  await harness?.stop();
  for (const acquirer of acquirers) await acquirer.stop();
});

async function anAcquirer(secret: string, databaseUrl?: string) {
  const acquirer = await aSandbox({ secret, ...(databaseUrl !== undefined && { databaseUrl }) });
  acquirers.push(acquirer);
  return acquirer;
}

async function anAccount(id: string, { url }: { url: string }, secret: string): Promise<void> {
  const access = { credentials: { secret }, settings: { url } };
  await createConnectorAccount(harness.store, { id, connector: 'sandbox', name: id, ...access, reason: 'test' });
}

async function routed(...connectors: string[]): Promise<void> {
  const routes = JSON.stringify(connectors.map((connector) => ({ connector })));
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1 RETURNING id`;
  await harness.store.database.search(text, [DEMO.shopID, routes]);
}

/** Starts payments one after another until it is stopped. */
function startLoad(): { more: (count: number) => Promise<void>; stop: () => Promise<Payment[]> } {
  let isStopped = false;
  const payments: Payment[] = [];
  const pay = async (): Promise<void> => {
    while (!isStopped) {
      const invoice = await harness.anInvoice();
      payments.push(await harness.aPayment(invoice, { flow: { type: 'instant' } }));
      await sleep(20);
    }
  };
  const running = Promise.all([pay(), pay()]);
  return {
    /** Waits for further payments. */
    more: async (count: number) => {
      for (const until = payments.length + count; payments.length < until;) await sleep(50);
    },
    stop: async () => {
      isStopped = true;
      await running;
      await untilEnded();
      return payments;
    },
  };
}

/** Waiting for results skips time, so that payments in the outbox would pass their deadline. */
async function untilEnded(): Promise<void> {
  const text = `SELECT FROM payments WHERE status IN ('pending', 'processed')`;
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(50)) {
    if ((await harness.store.database.search(text, [])).length === 0) return;
  }
}

async function results(payments: readonly Payment[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { invoiceID, id } of payments) {
    const status = String(await harness.readResult(workflowIDs.payment(invoiceID, id)));
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test('a rotation under load fails no payment, and the earlier key is no longer needed after a second', async () => {
  const former = await anAcquirer(FORMER);
  await anAccount('rotated', former, FORMER);
  const current = await anAcquirer(CURRENT, former.databaseUrl);
  await routed('rotated');
  const load = startLoad();
  await load.more(5);
  const access = { credentials: { secret: CURRENT }, settings: { url: current.url } };
  await rotateConnectorAccount(harness.store, { id: 'rotated', ...access, reason: 'test' });
  await sleep(OVERLAP_MS);
  await former.stop();
  acquirers.splice(acquirers.indexOf(former), 1);
  await load.more(5);
  const payments = await load.stop();
  expect(await results(payments)).toEqual({ captured: payments.length });
});

test('a disabled account under load fails no payment, and gets none after a second', async () => {
  await anAccount('closing', await anAcquirer(FORMER), FORMER);
  await anAccount('staying', await anAcquirer(FORMER), FORMER);
  await routed('closing', 'staying');
  const load = startLoad();
  await load.more(5);
  const disabledAt = Date.now();
  await setAccountEnabled(harness.store, { id: 'closing', isEnabled: false, reason: 'test' });
  await sleep(OVERLAP_MS);
  await load.more(5);
  const payments = await load.stop();
  expect(await results(payments)).toEqual({ captured: payments.length });
  const final = await Promise.all(
    payments.map(({ invoiceID, id }) => findPayment(harness.store.database, { invoiceID, paymentID: id })),
  );
  expect(new Set(final.map(({ connector }) => connector))).toEqual(new Set(['closing', 'staying']));
  const last = final.at(-1);
  expect(last?.connector).toBe('staying');
  expect(Date.now() - disabledAt).toBeGreaterThan(OVERLAP_MS);
});
