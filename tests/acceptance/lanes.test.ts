import { setTimeout as sleep } from 'node:timers/promises';
import { Flood } from '../bench/fairness/flood';
import { prepareFlood } from '../bench/fairness/flood-kinds';
import { median } from '../bench/measure/statistics';
import { addParty } from '../bench/payments/add-party';
import { anInvoice, buildPath, CARDS, HOLD, pay, untilPayment } from '../harness/factories/payment';
import { httpClient } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* Neither a backlog on the background lane nor the calls of another party delay payers' commands. */

const MANY = 50_000;
const AT_ONCE = 24;
const CAPTURES = 8;
/** With hundreds of tasks in hand, captures took 14 to 55 s. */
const MAX_MEDIAN_CAPTURE_MS = 4_000;
const MAX_DISCARDED_TASKS = 2;

let harness: MerchantPlatform;

beforeAll(async () => {
  harness = await startMerchantPlatform();
});

afterAll(() => harness?.stop());

/** Inserts background commands: signals to missing workflows. */
async function insertBackground(count: number): Promise<void> {
  await harness.sql(
    `INSERT INTO outbox (workflow_id, lane, party_id, command)
     SELECT 'webhook/none/invoice/' || n, 'background', 'p' || n % 10, jsonb_build_object('kind', 'signal',
       'workflowID', 'webhook/none/invoice/' || n, 'signal', 'queueChanged', 'args', '[]'::jsonb)
     FROM generate_series(1, $1::integer) n`,
    [count],
  );
}

/** Deletes background commands while a worker leases and deletes the same rows. */
async function deleteBackground(): Promise<void> {
  while ((await waitingInBackground()) > 0) {
    await harness.sql(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE workflow_id LIKE 'webhook/none/%' FOR UPDATE SKIP LOCKED)`,
    );
  }
}

async function waitingInBackground(): Promise<number> {
  const [row] = await harness.sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM outbox WHERE lane = 'background' AND workflow_id LIKE 'webhook/none/%'`,
  );
  return row?.count ?? 0;
}

/** Reads the worker's gauges of a lane. */
async function readGauges(lane: string): Promise<{ count: number; oldestSeconds: number }> {
  const text = await (await fetch(`${harness.platform.processes.worker.url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name}{lane="${lane}"} (\\S+)$`, 'm').exec(text)?.[1]);
  return { count: value('holdfast_outbox_commands'), oldestSeconds: value('holdfast_outbox_oldest_seconds') };
}

test('a payment is authorised while 50,000 background commands wait, and the gauges show them', async () => {
  await harness.held();
  await insertBackground(MANY);
  try {
    await harness.held();
    // In a single queue the payment's command would have been the last one.
    expect(await waitingInBackground()).toBeGreaterThan(MANY / 10);
    const shown = await readGauges('background');
    expect(shown.count).toBeGreaterThan(MANY / 20);
    expect(shown.oldestSeconds).toBeGreaterThan(0);
    const before = await waitingInBackground();
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    while ((await waitingInBackground()) >= before && Date.now() < end) await sleep(100);
    expect(await waitingInBackground()).toBeLessThan(before);
  } finally {
    await deleteBackground();
  }
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await readGauges('background')).count + (await readGauges('payer')).count > 0 && Date.now() < end)
    await sleep(100);
  for (const lane of ['background', 'payer']) expect(await readGauges(lane)).toEqual({ count: 0, oldestSeconds: 0 });
});

/** Creates payments and invalid invoices without a pause until `untilDone` ends. */
async function flood(untilDone: Promise<unknown>): Promise<Flood> {
  const { platform } = harness;
  const calls = [await prepareFlood('payments', platform), await prepareFlood('unknown-fields', platform)];
  const callers = new Flood(platform.apiUrl);
  const done = untilDone.then(
    () => true,
    () => true,
  );
  const isDone = (): Promise<boolean> => Promise.race([done, Promise.resolve(false)]);
  const call = async (number: number): Promise<void> => {
    while (!(await isDone())) await calls[number % calls.length]?.(callers);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => call(number)));
  await callers.close();
  return callers;
}

test('captures of a party are carried out while another party floods the platform', async () => {
  const { platform } = harness;
  const { shopID, apiKey } = await addParty(platform);
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: apiKey });
  const held = await Promise.all(
    Array.from({ length: CAPTURES }, async () => {
      const invoice = await anInvoice(merchant, shopID);
      const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
      return { invoiceID: invoice.id, paymentID };
    }),
  );
  for (const ref of held) await untilPayment(merchant, ref, 'processed');
  const capture = async (): Promise<number[]> => {
    await sleep(1_000);
    const times: number[] = [];
    for (const ref of held) {
      const began = performance.now();
      expect(await merchant.post(buildPath(ref, '/capture'), { reason: 'shipped' })).toMatchObject({ status: 202 });
      await untilPayment(merchant, ref, 'captured');
      times.push(performance.now() - began);
    }
    return times;
  };
  const capturing = capture();
  const { statuses } = await flood(capturing);
  expect(median(await capturing)).toBeLessThan(MAX_MEDIAN_CAPTURE_MS);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(['payments 201', 'invoices 400']));
  const text = await (await fetch(`${platform.processes.worker.url}/metrics`)).text();
  const discarded = Number(/^holdfast_discarded_workflow_tasks_total (\d+)$/m.exec(text)?.[1]);
  expect(discarded).toBeLessThanOrEqual(MAX_DISCARDED_TASKS);
  expect(text).toMatch(/^holdfast_oldest_command_seconds{place="engine"} \d/m);
});
