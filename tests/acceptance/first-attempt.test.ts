import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import {
  CARDS,
  HOLD,
  INSTANT,
  anInvoice,
  buildPath,
  ledgerFaults,
  pay,
  untilPayment,
} from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/*
 * kill -9 of the worker between a first attempt, which it makes itself, and the workflow that takes the result: the next one
 * looks up what was done.
 */

type Ref = { invoiceID: string; paymentID: string };

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

async function started(flow: object): Promise<Ref> {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow });
  return { invoiceID: invoice.id, paymentID };
}

async function attemptsAt({ invoiceID, paymentID }: Ref, step: string): Promise<{ effects: number; attempts: number }> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${paymentID}/${step}`);
  const answer = await fetch(`${harness.platform.sandboxUrl}/operations/${operation}`);
  return answer.ok ? ((await answer.json()) as never) : { effects: 0, attempts: 0 };
}

/** The acquirer does the next operation of a kind at once, and answers later. */
async function answerLate(kind: string, delayMs = 10_000): Promise<void> {
  const body = JSON.stringify({ match: { kinds: [kind] }, behaviour: { type: 'delay', delayMs }, times: 1 });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${harness.platform.sandboxUrl}/behaviours`, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
}

async function untilTrue(isReached: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await isReached()); await sleep(25)) {
    if (Date.now() > end) throw new Error('it did not come to this');
  }
}

const describe = ({ invoiceID, paymentID }: Ref) =>
  new Client({ connection }).workflow.getHandle(workflowIDs.payment(invoiceID, paymentID)).describe();

async function restartWorker(): Promise<void> {
  await harness.platform.processes.worker.kill();
  await harness.platform.processes.worker.start();
}

async function capture(ref: Ref): Promise<void> {
  const answer = await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  expect(answer.status).toBe(202);
}

async function expectOnce(ref: Ref): Promise<void> {
  expect(await harness.atSandbox(ref)).toMatchObject({ authorised: 10_000, captured: 10_000, voided: 0 });
  for (const step of ['authorise', 'capture']) expect(await attemptsAt(ref, step)).toMatchObject({ effects: 1 });
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
}

async function processedThenKilled(): Promise<Ref> {
  const ref = await started(HOLD);
  await untilPayment(harness.merchant, ref, 'processed');
  await harness.platform.processes.worker.kill();
  return ref;
}

test('a worker killed after the authorisation and before the start authorises once', async () => {
  const pid = harness.platform.temporal.pid();
  process.kill(pid, 'SIGSTOP');
  const ref = await processedThenKilled().finally(() => process.kill(pid, 'SIGCONT'));
  await harness.platform.processes.worker.start();
  await capture(ref);
  await untilPayment(harness.merchant, ref, 'captured');
  await expectOnce(ref);
  expect(await attemptsAt(ref, 'authorise')).toMatchObject({ attempts: 1 });
});

test.each([
  ['undecided hold', HOLD],
  ['instant payment', INSTANT],
])('a worker killed during the authorisation of an %s authorises once', async (_, flow) => {
  await answerLate('authorise');
  const ref = await started(flow);
  await untilTrue(async () => (await attemptsAt(ref, 'authorise')).effects === 1);
  await restartWorker();
  if (flow === HOLD) {
    await untilPayment(harness.merchant, ref, 'processed');
    await capture(ref);
  }
  await untilPayment(harness.merchant, ref, 'captured');
  await expectOnce(ref);
});

test('a worker killed during the capture captures once', async () => {
  const ref = await harness.held();
  await answerLate('capture');
  await capture(ref);
  await untilTrue(async () => (await attemptsAt(ref, 'capture')).effects === 1);
  await restartWorker();
  await untilPayment(harness.merchant, ref, 'captured');
  await expectOnce(ref);
});

async function refund(ref: Ref): Promise<void> {
  const answer = await harness.merchant.post(buildPath(ref, '/refunds'), {});
  expect(answer.status).toBe(201);
}

async function refundAttempts(ref: Ref): Promise<{ effects: number; attempts: number }> {
  const operation = encodeURIComponent(`refund/${ref.invoiceID}.${ref.paymentID}.100/refund`);
  const answer = await fetch(`${harness.platform.sandboxUrl}/operations/${operation}`);
  return answer.ok ? ((await answer.json()) as never) : { effects: 0, attempts: 0 };
}

async function captured(): Promise<Ref> {
  const ref = await started(INSTANT);
  await untilPayment(harness.merchant, ref, 'captured');
  return ref;
}

test('a worker killed during a refund refunds once', async () => {
  const ref = await captured();
  await answerLate('refund');
  await refund(ref);
  await untilTrue(async () => (await refundAttempts(ref)).effects === 1);
  await restartWorker();
  await untilPayment(harness.merchant, ref, 'refunded');
  expect(await refundAttempts(ref)).toMatchObject({ effects: 1 });
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

test('a worker killed after a refund and before its workflow refunds once', async () => {
  const ref = await captured();
  const pid = harness.platform.temporal.pid();
  process.kill(pid, 'SIGSTOP');
  try {
    await refund(ref);
    await untilPayment(harness.merchant, ref, 'refunded');
    await harness.platform.processes.worker.kill();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await harness.platform.processes.worker.start();
  const { workflow } = new Client({ connection });
  const handle = workflow.getHandle(workflowIDs.refund(ref.invoiceID, ref.paymentID, '100'));
  await untilTrue(() =>
    handle.describe().then(
      ({ status }) => status.name === 'COMPLETED',
      () => false,
    ),
  );
  expect(await refundAttempts(ref)).toMatchObject({ effects: 1, attempts: 1 });
});

test('a hold sleeps until its end, and a capture ends its workflow at once', async () => {
  const ref = await harness.held();
  await untilTrue(async () =>
    describe(ref).then(
      () => true,
      () => false,
    ),
  );
  const { memo, searchAttributes, historyLength, status } = await describe(ref);
  const waitingFor = expect.stringMatching(/^capture or cancel, until /) as string;
  expect({ memo, searchAttributes, historyLength, status: status.name }).toMatchObject({
    memo: { authorised: { status: 'processed', connector: 'sandbox', waitingFor } },
    searchAttributes: { EntityStatus: ['processed'] },
    historyLength: 1,
    status: 'RUNNING',
  });
  await capture(ref);
  await untilTrue(async () => (await describe(ref)).status.name === 'COMPLETED');
  expect((await describe(ref)).searchAttributes).toMatchObject({ EntityStatus: ['captured'] });
  await expectOnce(ref);
});

test('an acquirer that answers after the lease of its command is asked once', async () => {
  await answerLate('authorise', 5_200);
  const other = await harness.platform.startAnother('worker');
  try {
    const ref = await harness.held();
    expect(await attemptsAt(ref, 'authorise')).toEqual(expect.objectContaining({ effects: 1, attempts: 1 }));
  } finally {
    await other.stop();
  }
});
