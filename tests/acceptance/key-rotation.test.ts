import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { anInvoice, untilPayment, CARDS, INSTANT, tokenise, type CreatedPayment } from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { startWebhookReceiver } from '../harness/webhook-receiver';

const run = promisify(execFile);
const cli = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

let harness: MerchantPlatform;
beforeAll(async () => {
  harness = await startMerchantPlatform();
});
afterAll(() => harness?.stop());

const holdfast = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, [cli, ...args], { env: { ...process.env, ...harness.platform.environment } })).stdout;

/** Restarts all processes with other keys. */
async function restartWithKeys(keys: Record<'ENCRYPTION_KEY' | 'TOKEN_SIGNING_KEY', string>): Promise<void> {
  const { environment, processes } = harness.platform;
  Object.assign(environment, keys);
  for (const name of ['api', 'worker'] as const) {
    await processes[name].stop();
    await processes[name].start();
  }
}

/** Locks the last payment tools against re-encryption. @returns a function that unlocks them */
async function holdLastTools(count: number): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: harness.platform.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM long_payment_tools ORDER BY id DESC LIMIT $1 FOR UPDATE', [count]);
  return () => client.end();
}

async function payment(payer: object, more: object = {}): Promise<CreatedPayment> {
  const { merchant, shopID } = harness;
  const { id: invoiceID } = await anInvoice(merchant, shopID);
  const path = `/v2/processing/invoices/${invoiceID}/payments`;
  const { status, body } = await merchant.post<any>(path, { flow: INSTANT, payer, ...more });
  expect([status, body]).toEqual([201, expect.objectContaining({ id: '1' })]);
  const ref = { invoiceID, paymentID: '1' };
  await untilPayment(merchant, ref, 'captured');
  return ref;
}

const byCard = async (): Promise<object> => ({
  payerType: 'PaymentResourcePayer',
  contactInfo: {},
  ...(await tokenise(harness.merchant, CARDS.good)),
});

const byParent = (recurrentParentPayment: CreatedPayment): object => ({
  payerType: 'RecurrentPayer',
  contactInfo: {},
  recurrentParentPayment,
});

/** A tool that is stored, because its token would be too long. */
async function aLongTool(): Promise<void> {
  const paymentTool = {
    paymentToolType: 'TokenizedCardData',
    provider: 'ApplePay',
    merchantID: 'merchant.example',
    paymentToken: { data: 'x'.repeat(4_000) },
  };
  const given = { paymentTool, clientInfo: { fingerprint: 'browser-1' } };
  expect((await harness.merchant.post('/v2/processing/payment-resources', given)).status).toBe(201);
}

const MANY = 1_500;

test('keys are rotated during payments and a killed worker, and the old ones are removed', async () => {
  const { merchant, shopID, platform } = harness;
  const { ENCRYPTION_KEY: old = '', TOKEN_SIGNING_KEY: oldSigner = '' } = platform.environment;
  const [fresh, freshSigner] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const receiver = await startWebhookReceiver();
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoicePaid'] };
  await merchant.post('/v2/processing/webhooks', { url: receiver.url, scope });
  const parent = await payment(await byCard(), { makeRecurrent: true });
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const readStatus = async () => (await merchant.as(token).get(`/v2/processing/invoices/${invoiceID}`)).status;
  await aLongTool();
  await harness.sql(
    `INSERT INTO long_payment_tools (id, encrypted_content, valid_until)
     SELECT id || n, encrypted_content, valid_until FROM long_payment_tools, generate_series(1, $1::integer) n`,
    [MANY],
  );

  await restartWithKeys({ ENCRYPTION_KEY: `${fresh},${old}`, TOKEN_SIGNING_KEY: `${freshSigner},${oldSigner}` });
  expect(await readStatus()).toBe(200);
  expect(await holdfast('doctor', '--json').catch((error: { stdout: string }) => error.stdout)).toMatch(
    /"rotation of keys","status":"warning"/,
  );
  let isOver = false;
  const paying = (async () => {
    let count = 0;
    for (; !isOver; count++) await payment(count % 2 === 0 ? byParent(parent) : await byCard());
    return count;
  })();
  // Locked rows keep the rotation from finishing.
  const unlock = await holdLastTools(MANY / 10);
  const { keyID } = JSON.parse(await holdfast('rotate', 'encryption-key')) as { keyID: string };
  const left = async () =>
    (
      await harness.sql<{ texts: bigint }>('SELECT count(DISTINCT encrypted_content) AS texts FROM long_payment_tools')
    )[0]?.texts ?? 0n;
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  // The ciphertext changes with each re-encrypted row.
  while ((await left()) < 50n && Date.now() < end) await sleep(20);
  await platform.processes.worker.kill();
  expect(await left()).toBeGreaterThanOrEqual(50n);
  expect(await left()).toBeLessThan(BigInt(MANY));
  await unlock();
  await platform.processes.worker.start();
  const rotations = async () =>
    harness.sql<{ finished_at: Date | null }>('SELECT * FROM key_rotations WHERE key_id = $1', [keyID]);
  while (!(await rotations())[0]?.finished_at && Date.now() < end + 2 * ARRIVAL_TIMEOUT_MS) await sleep(100);
  isOver = true;
  expect(await paying).toBeGreaterThan(0);
  expect((await rotations())[0]?.finished_at).toBeInstanceOf(Date);
  expect(await left()).toBe(BigInt(MANY + 1));

  await restartWithKeys({ ENCRYPTION_KEY: fresh, TOKEN_SIGNING_KEY: freshSigner });
  expect(await readStatus()).toBe(401);
  const last = await payment(byParent(parent));
  await receiver.until((deliveries) => deliveries.some(({ body }) => body.includes(last.invoiceID)));
  await receiver.close();
  expect(JSON.parse(await holdfast('ledger', 'verify'))).toEqual({ ledger: 'verified' });
}, 600_000);
