import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { CheckFact } from '../../operators/doctor/check-fact';
import { engineClient } from '../../runtime/engine-client';
import { EncryptingCodec } from '../../runtime/payload-codec';
import { payloadKeys } from '../../security/payload-keys';
import { buildPath, untilPayment, type CreatedPayment } from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { runFolder } from '../harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* Payloads in Temporal: in clear text, encrypted, with rotated keys and with a missing key, while payments continue. */

const run = promisify(execFile);
const cli = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
const [first, second, wrong] = ['first', 'second', 'wrong'].map(() => randomBytes(32).toString('base64'));
/** Amounts long enough not to occur by chance in random ids and timestamps. */
const AMOUNTS = { inClear: 47_132_965_813, encrypted: 83_561_794_027 };
const TEXTS = { inClear: '471329658.13', encrypted: '835617940.27' };

let harness: MerchantPlatform;
beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
});
afterAll(async () => {
  await harness?.platform.processes.codec.stop();
  await harness?.stop();
});

const holdfast = (...args: string[]): Promise<string> =>
  run(process.execPath, [cli, ...args], { env: { ...process.env, ...harness.platform.environment } }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

async function doctorSays(check: string): Promise<{ status: string; fact: CheckFact } | undefined> {
  const lines = (await holdfast('doctor', '--json')).split('\n').filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as { check: string; status: string; fact: CheckFact })
    .find((finding) => finding.check === check);
}

/** Restarts all processes with other payload keys. */
async function restartWithKey(key: string | undefined, { isWriting = true } = {}): Promise<void> {
  const { environment, processes } = harness.platform;
  Object.assign(environment, { TEMPORAL_PAYLOAD_KEY: key ?? '', TEMPORAL_PAYLOAD_WRITE: String(isWriting) });
  for (const name of ['api', 'worker'] as const) {
    await processes[name].stop();
    await processes[name].start();
  }
}

async function onEngine<Answer>(work: (client: Client) => Promise<Answer>, isReading = false): Promise<Answer> {
  const { temporalAddress: address, environment } = harness.platform;
  const connection = await Connection.connect({ address });
  const settings = { TEMPORAL_PAYLOAD_KEY: environment['TEMPORAL_PAYLOAD_KEY'], TEMPORAL_PAYLOAD_WRITE: true };
  const reading = (): Client => engineClient({ connection }, new EncryptingCodec(payloadKeys(settings)));
  try {
    return await work(isReading ? reading() : new Client({ connection }));
  } finally {
    await connection.close();
  }
}

const getWorkflow = ({ invoiceID, paymentID }: CreatedPayment): string => `payment/${invoiceID}.${paymentID}`;

type Event = temporal.api.history.v1.IHistoryEvent;

/** A stored history without the parts that stay in clear text: workflow ids, search attributes and the header. */
async function rawHistory(workflowID: string): Promise<string> {
  const { events } = await onEngine((client) => client.workflow.getHandle(workflowID).fetchHistory());
  const hidden = (events ?? []).map((event: Event) => {
    const plain = temporal.api.history.v1.HistoryEvent.toObject(event as temporal.api.history.v1.HistoryEvent);
    const started = plain['workflowExecutionStartedEventAttributes'] as Record<string, unknown> | undefined;
    for (const each of ['workflowId', 'searchAttributes', 'header', 'firstExecutionRunId']) delete started?.[each];
    delete plain['upsertWorkflowSearchAttributesEventAttributes'];
    for (const each of Object.values(plain)) delete (each as Record<string, unknown> | null)?.['header'];
    return plain;
  });
  return readable(hidden);
}

function readable(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Uint8Array) return Buffer.from(each).toString('latin1');
    const { type, data } = (each ?? {}) as { type?: string; data?: number[] };
    return type === 'Buffer' && data ? Buffer.from(data).toString('latin1') : each;
  });
}

/** The raw files of Temporal's database. */
function databaseOfTemporal(): string {
  const file = join(runFolder('temporal'), `${harness.platform.taskQueuePrefix}.db`);
  const files = [file, `${file}-wal`].filter((each) => existsSync(each));
  return files.map((each) => readFileSync(each, 'latin1')).join('');
}

async function capture(ref: CreatedPayment): Promise<void> {
  const { status } = await harness.merchant.post(`${buildPath(ref)}/capture`, { reason: 'shipped' });
  expect(status).toBe(202);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await isSo()); await sleep(200)) {
    if (Date.now() > end) throw new Error('the condition was not met in time');
  }
}

test('payments continue while payload keys are added, rotated, lost and removed', async () => {
  const { merchant, platform } = harness;
  const inClear = await harness.held({ amount: AMOUNTS.inClear });
  expect(await rawHistory(getWorkflow(inClear))).toContain(TEXTS.inClear);
  await until(() => databaseOfTemporal().includes(TEXTS.inClear));

  // A history that started in clear text continues, first with processes that only decrypt.
  await restartWithKey(first, { isWriting: false });
  const alsoInClear = await harness.held();
  await restartWithKey(first);
  await capture(inClear);
  await untilPayment(merchant, inClear, 'captured');
  await capture(alsoInClear);
  await untilPayment(merchant, alsoInClear, 'captured');

  const encrypted = await harness.held({ amount: AMOUNTS.encrypted });
  await capture(encrypted);
  await untilPayment(merchant, encrypted, 'captured');
  const refund = await merchant.post(`${buildPath(encrypted)}/refunds`, {
    amount: AMOUNTS.encrypted,
    reason: 'returned',
  });
  expect(refund.status).toBe(201);
  const refundID = `refund/${encrypted.invoiceID}.${encrypted.paymentID}.${refund.body.id}`;
  await until(
    async () => (await merchant.get(`${buildPath(encrypted)}/refunds/${refund.body.id}`)).body.status === 'succeeded',
  );
  for (const workflowID of [getWorkflow(encrypted), refundID]) {
    const history = await rawHistory(workflowID);
    expect(history).toContain('binary/encrypted');
    for (const text of [encrypted.invoiceID, TEXTS.encrypted, String(AMOUNTS.encrypted), '"processed"']) {
      expect([workflowID, text, history.includes(text)]).toEqual([workflowID, text, false]);
    }
  }

  // Failures of workflows are encrypted too.
  const tooMuch = { ...alsoInClear, body: 10_001, levy: 1 };
  const refused = await holdfast('chargeback', 'create', JSON.stringify(tooMuch), '--reason', 'test');
  expect(refused).toContain('invoicePaymentAmountExceeded');
  const [, words = ''] = /invoicePaymentAmountExceeded: (.+)/.exec(refused) ?? [];
  expect(words).toMatch(/.{10}/);
  let failed: string | undefined;
  await until(async () => (failed = await aFailedWorkflow()) !== undefined);
  const failure = await rawHistory(failed ?? '');
  expect(failure).toContain('Encoded failure');
  expect(failure).not.toContain(words);
  const timeline = await holdfast('payment', `${encrypted.invoiceID}.${encrypted.paymentID}`, '--json');
  const reported = JSON.parse(timeline) as {
    missing: string[];
    entries: { kind: string; fact: object }[];
  };
  expect(reported.missing).toEqual([]);
  const steps = reported.entries.filter(({ kind }) => kind === 'workflow').map(({ fact }) => JSON.stringify(fact));
  expect(steps.join('\n')).toContain('hold ends');
  const details = await onEngine(async (client) => {
    const { staticSummary } = await client.workflow.getHandle(getWorkflow(encrypted)).describe();
    return [await staticSummary(), await client.workflow.getHandle(getWorkflow(encrypted)).query('state')];
  }, true);
  expect(JSON.stringify(details)).toContain(TEXTS.encrypted);

  // The codec server decodes them for Temporal UI.
  expect(await doctorSays('codec server')).toMatchObject({
    status: 'warning',
    fact: { kind: 'codecAway' },
  });
  await platform.processes.codec.start();
  expect(await doctorSays('codec server')).toMatchObject({ status: 'ok' });

  // The second key replaces the first.
  const underFirst = await harness.held();
  await restartWithKey(`${first},${second}`);
  await restartWithKey(`${second},${first}`);
  await capture(underFirst);
  await untilPayment(merchant, underFirst, 'captured');
  const underSecond = await harness.held();

  // A worker without the key reports it and loses nothing: both keys together decrypt all payloads.
  await restartWithKey(wrong);
  await capture(underSecond);
  await until(() => readFileSync(platform.processes.worker.logFile, 'utf8').includes('a payload names the key'));
  platform.environment['TEMPORAL_PAYLOAD_KEY'] = second ?? '';
  expect(await doctorSays('payload keys')).toMatchObject({
    status: 'failure',
    fact: {
      kind: 'payloadKeysMissing',
      items: expect.arrayContaining([
        { id: expect.stringMatching(/^\d+@\S+$/), name: expect.stringMatching(/^[0-9a-f]{8}$/) },
      ]),
    },
  });
  await restartWithKey(`${second},${wrong}`);
  await untilPayment(merchant, underSecond, 'captured', 3 * ARRIVAL_TIMEOUT_MS);

  // Encryption is switched off: encrypted histories continue while the key is available for reading.
  const last = await harness.held();
  await restartWithKey(second, { isWriting: false });
  await capture(last);
  await untilPayment(merchant, last, 'captured');
  expect(databaseOfTemporal()).not.toContain(TEXTS.encrypted);
  expect(databaseOfTemporal()).not.toContain(String(AMOUNTS.encrypted));
  expect(JSON.parse(await holdfast('ledger', 'verify'))).toEqual({ ledger: 'verified' });
}, 900_000);

async function aFailedWorkflow(): Promise<string | undefined> {
  return onEngine(async (client) => {
    for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Failed"' })) return workflowId;
    return undefined;
  }, true);
}
