import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { idAtEngine, workflowIDs } from '../../workflow-names/workflow-ids';
import type { HttpClient } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { buildPath } from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { runFolder } from '../harness/services';
import { aDestination, anIdentity, aWallet, readBalance, fund, WALLET } from '../harness/factories/wallet';
import { openStore } from '../../store/store';
import { anInvoice, CARDS, ledgerFaults, tokenise, untilPayment } from '../harness/factories/payment';

/*
 * Workflows of open entities that an operator terminates or Temporal loses are restarted automatically, query the connector
 * and finish their entity exactly once.
 */

/** Amounts for which the sandbox acts but does not respond, and for which it decides later: docs/sandbox.md. */
const SILENT_CAPTURE = 667_717;
const PENDING = { payOut: 667_746, refund: 667_791 } as const;

let harness: MerchantPlatform;
let merchant: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  merchant = harness.merchant;
  identity = await anIdentity(merchant);
  wallet = await aWallet(merchant, { identity });
  const { databaseUrl, environment } = harness.platform;
  const store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  await fund(store, wallet, 10_000_000);
  await store.database.close();
  destination = await aDestination(merchant, { identity });
  await untilBody(
    () => merchant.get(`${WALLET}/destinations/${destination}`),
    ({ status }: any) => status === 'Authorized',
  );
});

afterAll(() => harness?.stop());

async function onEngine<Answer>(work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

const readState = (workflowID: string): Promise<string> =>
  onEngine((client) => client.workflow.getHandle(workflowID).describe()).then(
    ({ status }) => status.name,
    (error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return 'ABSENT';
      throw error;
    },
  );

/** Terminates a workflow as an operator does in Temporal UI, once it exists. */
async function terminate(workflowID: string): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; (await readState(workflowID)) !== 'RUNNING'; await sleep(20)) {
    if (Date.now() > end) throw new Error(`${workflowID} does not run`);
  }
  await onEngine((client) => client.workflow.getHandle(workflowID).terminate('a test'));
}

/** Terminates the workflow that waits for the connector's response or decision, after the connector has acted. */
async function terminateAfterEffect(operation: string, workflowID: string): Promise<void> {
  await untilBody(
    async () => ({ body: await atSandbox(operation) }) as any,
    ({ effects }: any) => effects === 1,
  );
  await terminate(workflowID);
}

const atSandbox = async (operation: string): Promise<any> =>
  (await fetch(`${harness.platform.sandboxUrl}/operations/${encodeURIComponent(operation)}`)).json();

async function decide(operation: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ then: 'decide' });
  const url = `${harness.platform.sandboxUrl}/deferrals/${encodeURIComponent(operation)}`;
  expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true);
}

async function aBindingThatWaits(): Promise<{ customerID: string; bindingID: string }> {
  const made = await merchant.post('/v2/processing/customers', {
    shopID: harness.shopID,
    contactInfo: { email: 'anna@example.com' },
    metadata: {},
  });
  const payer = merchant.as(made.body.customerAccessToken.payload);
  const path = `/v2/processing/customers/${made.body.customer.id}/bindings`;
  const paymentResource = await tokenise(payer, CARDS.threeDSecure);
  const { body } = await payer.post(path, { paymentResource });
  return { customerID: made.body.customer.id, bindingID: body.id };
}

async function aWithdrawal(amount: number): Promise<string> {
  const given = { wallet, destination, body: { amount, currency: 'RUB' } };
  const { status, body } = await merchant.post(`${WALLET}/withdrawals`, given);
  expect(status).toBe(202);
  return body.id;
}

async function revivedCount(kind: string): Promise<number> {
  const text = await (await fetch(`${harness.platform.processes.worker.url}/metrics`)).text();
  return Number(
    new RegExp(`holdfast_revived_workflows_total{kind="${kind}",problem="missing"} (\\d+)`).exec(text)?.[1] ?? 0,
  );
}

const becomes = (path: string, wanted: string) =>
  untilBody(
    () => merchant.get(path),
    ({ status }: any) => status === wanted,
  );

test('terminated workflows are restarted and finish once with correct money', async () => {
  const held = await harness.held();
  const capturing = await harness.held({ amount: SILENT_CAPTURE });
  const paid = await harness.captured({ amount: 1_000_000 });
  const binding = await aBindingThatWaits();
  const bindingPath = `/v2/processing/customers/${binding.customerID}/bindings/${binding.bindingID}`;
  await untilBody(
    () => merchant.get(`/v2/processing/customers/${binding.customerID}/events?limit=10`),
    (events: any) => JSON.stringify(events).includes('CustomerBindingInteractionRequested'),
  );
  await merchant.post(buildPath(capturing, '/capture'), { reason: 'sent' });
  const refund = (await merchant.post(buildPath(paid, '/refunds'), { amount: PENDING.refund })).body.id;
  const withdrawal = await aWithdrawal(PENDING.payOut);
  const payOut = `withdrawal/${withdrawal}/payOut`;
  const refunding = `refund/${paid.invoiceID}.${paid.paymentID}.${refund}/refund`;
  await Promise.all([
    terminate(workflowIDs.payment(held.invoiceID, held.paymentID)),
    terminate(workflowIDs.binding(binding.customerID, binding.bindingID)),
    terminateAfterEffect(
      `payment/${capturing.invoiceID}.${capturing.paymentID}/capture`,
      workflowIDs.payment(capturing.invoiceID, capturing.paymentID),
    ),
    terminateAfterEffect(refunding, workflowIDs.refund(paid.invoiceID, paid.paymentID, refund)),
    terminateAfterEffect(payOut, workflowIDs.withdrawal(withdrawal)),
  ]);
  // No workflow receives the decision.
  expect((await merchant.post(buildPath(held, '/capture'), { reason: 'sent' })).status).toBe(202);

  await untilPayment(merchant, held, 'captured');
  await untilPayment(merchant, capturing, 'captured');
  // A decision before would start the workflow itself.
  for (const [kind, operation] of [
    ['refund', refunding],
    ['withdrawal', payOut],
  ] as const) {
    await untilBody(
      async () => ({ body: { count: await revivedCount(kind) } }) as any,
      ({ count }: any) => count === 1,
    );
    await decide(operation);
  }
  await becomes(buildPath(paid, `/refunds/${refund}`), 'succeeded');
  await becomes(`${WALLET}/withdrawals/${withdrawal}`, 'Succeeded');
  const verify = `binding/${binding.customerID}.${binding.bindingID}/verify`;
  await fetch(`${harness.platform.sandboxUrl}/interactions/${encodeURIComponent(verify)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm' }),
  });
  await becomes(bindingPath, 'succeeded');

  const names = [held, capturing].map(({ invoiceID, paymentID }) => `payment/${invoiceID}.${paymentID}/capture`);
  for (const name of [...names, refunding, payOut]) expect([name, (await atSandbox(name)).effects]).toEqual([name, 1]);
  expect(await harness.atSandbox(held)).toMatchObject({ captured: 10_000, refunded: 0 });
  expect(await readBalance(merchant, wallet)).toEqual([10_000_000 - PENDING.payOut, 10_000_000 - PENDING.payOut]);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  for (const [kind, count] of [
    // The dispatcher captures the held one, which then needs no workflow.
    ['payment', 1],
    ['refund', 1],
    ['withdrawal', 1],
    ['binding', 1],
  ] as const) {
    expect([kind, await revivedCount(kind)]).toEqual([kind, count]);
  }
});

test('an invoice is cancelled by its due date after the due-date workflow was terminated', async () => {
  const { id } = await anInvoice(merchant, harness.shopID, { dueInMs: 10_000 });
  await terminate(idAtEngine(workflowIDs.dueInvoices(), harness.platform.taskQueuePrefix));
  const path = `/v2/processing/invoices/${id}`;
  expect(await becomes(path, 'cancelled')).toMatchObject({ reason: 'overdue' });
});

test('running workflows are not restarted, nor is anything while Temporal is unavailable', async () => {
  const held = await harness.held();
  const before = await revivedCount('payment');
  await sleep(30_000);
  await harness.platform.temporal.kill();
  await sleep(15_000);
  expect(await harness.sql('SELECT command FROM outbox')).toEqual([]);
  await harness.platform.temporal.start();
  await merchant.post(buildPath(held, '/cancel'), { reason: 'sold out' });
  await untilPayment(merchant, held, 'cancelled');
  expect(await revivedCount('payment')).toBe(before);
});

test('the worker is not ready while Temporal hangs, and reports the waiting commands', async () => {
  const { platform } = harness;
  const { url } = platform.processes.worker;
  const ask = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(ARRIVAL_TIMEOUT_MS) });
  expect((await ask('/readyz')).status).toBe(200);
  process.kill(platform.temporal.pid(), 'SIGSTOP');
  try {
    // Earlier checks may still succeed.
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    let answer = await ask('/readyz');
    while (answer.status === 200 && Date.now() < end) answer = await ask('/readyz');
    expect([answer.status, await answer.text()]).toEqual([503, 'the workflow engine does not answer']);
    // The earliest due date has to wake the due-date workflow.
    await anInvoice(merchant, harness.shopID, { dueInMs: 600_000 });
    expect(await (await ask('/metrics')).text()).toMatch(/holdfast_outbox_commands\{lane="background"\} [1-9]/);
  } finally {
    process.kill(platform.temporal.pid(), 'SIGCONT');
  }
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; (await ask('/readyz')).status !== 200; await sleep(100)) {
    if (Date.now() > end) throw new Error('the worker is not ready again');
  }
});

test('all open workflows are restarted after Temporal lost its database', async () => {
  const { platform } = harness;
  const held = await harness.held();
  await platform.processes.worker.kill();
  await platform.temporal.kill();
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(join(runFolder('temporal'), `${platform.taskQueuePrefix}.db${ending}`), { force: true });
  }
  await platform.temporal.start();
  expect(await readState(workflowIDs.payment(held.invoiceID, held.paymentID))).toBe('ABSENT');
  await platform.processes.worker.start();
  expect((await merchant.post(buildPath(held, '/capture'), { reason: 'sent' })).status).toBe(202);
  await untilPayment(merchant, held, 'captured');
  expect(await harness.atSandbox(held)).toMatchObject({ captured: 10_000 });
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
});
