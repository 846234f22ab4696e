import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import type { Sandbox } from '../../sandbox/server';
import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import { Database } from '../../store/postgres/database';
import { listPaymentAttempts } from '../../store/payments/payment/payment.attempts';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { buildPath, type CreatedPayment } from '../harness/factories/payment';
import { anInvoice, CARDS, HOLD, INSTANT, ledgerFaults, pay, untilPayment } from '../harness/factories/payment';
import { addAccount } from '../harness/stored-account';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* A shop with two connectors: a payment fails over to the second if the first certainly did nothing, and is held once. */

const run = promisify(execFile);
const cli = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

let harness: MerchantPlatform;
let backup: Sandbox;

beforeAll(async () => {
  backup = await aSandbox();
  harness = await startMerchantPlatform({ environment: { SANDBOX_SECRET: TEST_SECRET } });
  const access = { credentials: { secret: TEST_SECRET }, settings: { url: backup.url } };
  await addAccount(harness.platform, { id: 'sandbox-backup', connector: 'sandbox', ...access });
  const routes = JSON.stringify([{ connector: 'sandbox' }, { connector: 'sandbox-backup' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});

afterAll(async () => {
  await harness?.stop();
  await backup?.stop();
});

afterEach(async () => {
  await Promise.all([harness.platform.sandboxUrl, backup.url].map((url) => setBehaviour(url, undefined)));
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

/** Sets the behaviour of a sandbox in authorisations, or resets it. */
async function setBehaviour(url: string, behaviour: object | undefined, times?: number): Promise<void> {
  const body = behaviour && { match: { kinds: ['authorise'] }, behaviour, ...(times && { times }) };
  const { ok } = await fetch(`${url}/behaviours`, {
    method: body ? 'POST' : 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(ok).toBe(true);
}

async function aPayment(flow = INSTANT, card: string = CARDS.good): Promise<CreatedPayment> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const paymentID = await pay(harness.merchant.as(invoice.token), invoice.id, { card, flow });
  return { invoiceID: invoice.id, paymentID };
}

/** Reads the attempts as an operator does. */
async function readAttempts({ invoiceID, paymentID }: CreatedPayment): Promise<any[]> {
  const env = { ...process.env, ...harness.platform.environment };
  const { stdout } = await run(process.execPath, [cli, 'payment', 'attempts', `${invoiceID}.${paymentID}`], { env });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

/** Reads the attempts without starting a process, which would take too long. */
async function attemptsNow(ref: CreatedPayment): Promise<unknown[]> {
  const database = new Database({ url: harness.platform.databaseUrl, poolSize: 1 });
  try {
    return await listPaymentAttempts(database, ref);
  } finally {
    await database.close();
  }
}

/** The signals and timers of a payment's workflow since `sinceMs`. */
async function readWakeUps({ invoiceID, paymentID }: CreatedPayment, sinceMs: number): Promise<(string | undefined)[]> {
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowIDs.payment(invoiceID, paymentID));
    const events = (await handle.fetchHistory()).events ?? [];
    return events
      .filter(({ eventTime }) => Number(eventTime?.seconds) * 1_000 + (eventTime?.nanos ?? 0) / 1e6 >= sinceMs)
      .filter((event) => event.workflowExecutionSignaledEventAttributes ?? event.timerFiredEventAttributes)
      .map((event) => event.workflowExecutionSignaledEventAttributes?.signalName ?? 'timer');
  } finally {
    await connection.close();
  }
}

/** The sums that both sandboxes hold for a payment, and its status. */
async function readSums({ invoiceID, paymentID }: CreatedPayment): Promise<Record<string, number>> {
  const sums: Record<string, number> = { authorised: 0, captured: 0, voided: 0 };
  for (const url of [harness.platform.sandboxUrl, backup.url]) {
    for (const attempt of ['', '/2']) {
      const name = `payment/${invoiceID}.${paymentID}/authorise${attempt}`;
      const found = (await (await fetch(`${url}/payments/${encodeURIComponent(name)}`)).json()) as any;
      for (const sum of Object.keys(sums)) sums[sum] = (sums[sum] ?? 0) + (found[sum] ?? 0);
    }
  }
  return sums;
}

const CAPTURED_ONCE = { authorised: 10_000, captured: 10_000, voided: 0 };

test('payments fail over to the second connector while the first is down', async () => {
  await harness.platform.processes.sandbox.kill();
  const ref = await aPayment(HOLD);
  await untilPayment(harness.merchant, ref, 'processed');
  await harness.platform.processes.sandbox.start();
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilPayment(harness.merchant, ref, 'captured');
  expect(await readSums(ref)).toEqual(CAPTURED_ONCE);
  expect(await readAttempts(ref)).toMatchObject([
    { number: 1, connector: 'sandbox', reason: 'route', outcome: 'unreachable' },
    { number: 2, connector: 'sandbox-backup', reason: 'afterUnreachable', outcome: 'approved' },
  ]);
});

test('a payer’s confirmation at the second connector resumes the payment', async () => {
  await harness.platform.processes.sandbox.kill();
  const ref = await aPayment(INSTANT, CARDS.threeDSecure);
  const name = encodeURIComponent(`payment/${ref.invoiceID}.${ref.paymentID}/authorise/2`);
  const confirmed = async () =>
    (
      await fetch(`${backup.url}/interactions/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ decision: 'confirm' }),
      })
    ).ok;
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  let askedAt = Date.now();
  for (; !(await confirmed()) && Date.now() < end; askedAt = Date.now()) await sleep(50);
  await untilPayment(harness.merchant, ref, 'captured');
  // The second connector's callback wakes the workflow before its own timer.
  expect((await readWakeUps(ref, askedAt))[0]).toBe('interactionEnded');
  await harness.platform.processes.sandbox.start();
  expect(await readSums(ref)).toEqual(CAPTURED_ONCE);
});

test('a network failure fails over, an issuer’s refusal does not', async () => {
  await setBehaviour(harness.platform.sandboxUrl, {
    type: 'decline',
    failure: 'authorization_failed:temporarily_unavailable',
  });
  const stuck = await aPayment();
  await untilPayment(harness.merchant, stuck, 'captured');
  expect(await readAttempts(stuck)).toMatchObject([{ outcome: 'declined' }, { reason: 'afterDecline' }]);
  await setBehaviour(harness.platform.sandboxUrl, undefined);
  const refused = await aPayment(INSTANT, CARDS.noMoney);
  await untilPayment(harness.merchant, refused, 'failed');
  expect(await readAttempts(refused)).toMatchObject([
    { connector: 'sandbox', outcome: 'declined', answer: 'authorization_failed:insufficient_funds' },
  ]);
});

test('an unanswered request is looked up at its connector and never fails over', async () => {
  await setBehaviour(harness.platform.sandboxUrl, { type: 'hangAfter' }, 1);
  const ref = await aPayment();
  await untilAuthorised(ref);
  expect(await attemptsNow(ref)).toMatchObject([{ connector: 'sandbox', outcome: null, answer: null }]);
  await untilPayment(harness.merchant, ref, 'captured');
  expect(await readSums(ref)).toEqual(CAPTURED_ONCE);
  expect(await readAttempts(ref)).toMatchObject([{ connector: 'sandbox', outcome: 'approved' }]);
});

test.each([
  ['the first has it', { first: { type: 'delay', delayMs: 3_000 }, second: undefined, taken: ['sandbox'] }],
  [
    'the first turned it away and the second has it',
    {
      first: { type: 'unavailable' },
      second: { type: 'delay', delayMs: 3_000 },
      taken: ['sandbox', 'sandbox-backup'],
    },
  ],
])(
  'kill -9 of the worker while %s leaves one effect, and attempts that are whole',
  async (_, { first, second, taken }) => {
    await setBehaviour(harness.platform.sandboxUrl, first);
    if (second) await setBehaviour(backup.url, second);
    const ref = await aPayment();
    await untilAuthorised(ref);
    await harness.platform.processes.worker.kill();
    await harness.platform.processes.worker.start();
    await untilPayment(harness.merchant, ref, 'captured');
    expect(await readSums(ref)).toEqual(CAPTURED_ONCE);
    const attempts = await readAttempts(ref);
    expect(attempts.map(({ connector }) => connector)).toEqual(taken);
    expect(attempts.every(({ outcome, endedAt }) => outcome !== null && endedAt !== null)).toBe(true);
  },
);

/** Waits for the effect, because a delayed response comes long after it or never. */
async function untilAuthorised(ref: CreatedPayment): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(20)) {
    if ((await readSums(ref))['authorised'] === 10_000) return;
  }
  throw new Error('the payment was not authorised');
}

test('64 concurrent payments with an unstable first connector are each taken once', async () => {
  const { sandbox } = harness.platform.processes;
  const flapping = (async () => {
    for (let times = 0; times < 8; times++) {
      await sandbox.kill();
      await sleep(Math.random() * 700);
      await sandbox.start();
      await sleep(Math.random() * 700);
    }
  })();
  const refs = await Promise.all(Array.from({ length: 64 }, () => aPayment()));
  await flapping;
  // Unanswered requests are looked up again within a minute.
  await Promise.all(refs.map((ref) => untilPayment(harness.merchant, ref, 'captured', 150_000)));
  for (const ref of refs) expect(await readSums(ref)).toEqual(CAPTURED_ONCE);
  const counted = await harness.sql<{ number: number; outcome: string; count: string }>(
    `SELECT number, outcome, count(*) FROM payment_attempts WHERE invoice_id = ANY ($1) GROUP BY number, outcome`,
    [refs.map(({ invoiceID }) => invoiceID)],
  );
  const sum = (rows: typeof counted) => rows.reduce((total, { count }) => total + Number(count), 0);
  expect(sum(counted.filter(({ outcome }) => outcome === 'approved'))).toBe(64);
  // Later payments begin with the second connector, once the first is passed over.
  const unreachable = counted.filter(({ outcome }) => outcome === 'unreachable');
  expect(sum(unreachable)).toBe(sum(counted.filter(({ number }) => number > 1)));
}, 240_000);
