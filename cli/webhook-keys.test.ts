import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSignedBy } from '../tests/harness/content-signature';
import { anInvoice } from '../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { isStandardSigned, standardSignatures } from '../tests/harness/standard-signature';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../tests/harness/webhook-receiver';

/* Key rotation during delivery: `Content-Signature` has one signing key at a time, Standard Webhooks two during the overlap. */

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

let harness: MerchantPlatform;
let key: string;
/** One webhook with overlapping keys and one with compromised keys, tested together to wait only once. */
let yearly: Subscribed;
let stolen: Subscribed;

/** A webhook with its endpoint and published keys, in order. */
interface Subscribed {
  id: string;
  endpoint: WebhookReceiver;
  published: { content: string[]; standard: string[] };
}

beforeAll(async () => {
  harness = await startMerchantPlatform();
  const { stdout } = await run(process.execPath, [cli, 'operator-key', 'create', '--name', 'test'], {
    env: { ...process.env, ...harness.platform.environment },
  });
  key = (JSON.parse(stdout) as { operatorKey: string }).operatorKey;
  [yearly, stolen] = [await subscribed(), await subscribed()];
});
afterAll(async () => {
  await Promise.all([yearly, stolen].map((webhook) => webhook?.endpoint.close()));
  await harness?.stop();
});

async function subscribed(): Promise<Subscribed> {
  const endpoint = await startWebhookReceiver();
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated'] };
  const { body } = await harness.merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
  return { id: body.id, endpoint, published: { content: [body.publicKey], standard: [] } };
}

/** Runs a command on a machine without the database. */
async function remote(...args: string[]): Promise<any[]> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOLDFAST_URL: harness.platform.apiUrl, HOLDFAST_OPERATOR_KEY: key };
  const { stdout } = await run(process.execPath, [cli, ...args], { env });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const rotate = ({ id }: Subscribed, ...more: string[]) =>
  remote('webhook', 'rotate-key', id, '--reason', 'yearly', ...more);
const shown = async ({ id }: Subscribed) => (await harness.merchant.get<any>(`/v2/processing/webhooks/${id}`)).body;

async function nextDelivery({ endpoint }: Subscribed): Promise<Delivery> {
  const { id } = await anInvoice(harness.merchant, harness.shopID);
  const about = (delivery: Delivery) => delivery.json<any>().invoice.id === id;
  const found = (await endpoint.until((all) => all.some(about))).find(about);
  if (!found) throw new Error(`nothing came about ${id}`);
  return found;
}

/** Returns which published keys signed a message. */
function signers({ published }: Subscribed, delivery: Delivery): { content: number[]; standard: number[] } {
  const { headers, body } = delivery;
  const contentSignature = String(headers['content-signature']);
  const indexes = (keys: string[], isOf: (publicKey: string) => boolean) =>
    keys.flatMap((each, at) => (isOf(each) ? [at] : []));
  return {
    content: indexes(published.content, (publicKey) => isSignedBy({ publicKey, body, contentSignature })),
    standard: indexes(published.standard, (publicKey) => isStandardSigned(publicKey, delivery)),
  };
}

async function withStandardHeaders(webhook: Subscribed): Promise<void> {
  const [on] = await remote('webhook', 'standard-headers', webhook.id, 'on');
  webhook.published.standard.push(on.standardPublicKey);
}

test('a missing key cannot be rotated', async () => {
  await expect(rotate(yearly, '--key', 'standard')).rejects.toThrow('has no key of Standard Webhooks');
  await withStandardHeaders(yearly);
});

test('Content-Signature publishes the new key immediately and signs with the old one during the overlap', async () => {
  const { published } = yearly;
  const [rotated] = await rotate(yearly, '--overlap', '1h');
  expect((await shown(yearly)).publicKey.replace(/-----[^-]+-----|\n/g, '')).toBe(rotated.publicKey);
  published.content.push(rotated.publicKey);
  expect(new Set(published.content).size).toBe(2);
  expect(signers(yearly, await nextDelivery(yearly))).toEqual({ content: [0], standard: [0] });
});

test('Standard Webhooks signs with both keys during the overlap, and a compromised key stops signing', async () => {
  const { published } = yearly;
  const [rotated] = await rotate(yearly, '--key', 'standard', '--overlap', '1h');
  expect(rotated).toMatchObject({ publicKey: published.content[1], previousStandardKeyUntil: expect.any(String) });
  expect((await shown(yearly)).standardPublicKey).toBe(rotated.standardPublicKey);
  published.standard.push(rotated.standardPublicKey);
  expect(new Set(published.standard).size).toBe(2);
  await replaceStolen();
  const [delivery] = await Promise.all([
    untilSignedBy(yearly, { content: [0], standard: [0, 1] }),
    untilSignedBy(stolen, { content: [2], standard: [2] }),
  ]);
  // The new key is first.
  const [first = '', second = '', ...more] = standardSignatures(delivery.headers);
  expect(more).toEqual([]);
  const alone = (signature: string) => ({
    ...delivery,
    headers: { ...delivery.headers, 'webhook-signature': signature },
  });
  expect(isStandardSigned(rotated.standardPublicKey, alone(first))).toBe(true);
  expect(isStandardSigned(published.standard[0] ?? '', alone(second))).toBe(true);
  expect(signers(yearly, { ...delivery, body: Buffer.from('{}') }).standard).toEqual([]);
});

/** Rotates each key twice, the second time without an overlap, while the worker caches the earlier keys. */
async function replaceStolen(): Promise<void> {
  await withStandardHeaders(stolen);
  const { published } = stolen;
  published.content.push((await rotate(stolen, '--overlap', '1h'))[0].publicKey);
  published.standard.push((await rotate(stolen, '--key', 'standard', '--overlap', '1h'))[0].standardPublicKey);
  expect(signers(stolen, await nextDelivery(stolen))).toEqual({ content: [0], standard: [0, 1] });
  published.content.push((await rotate(stolen, '--overlap', '0'))[0].publicKey);
  const [rotated] = await rotate(stolen, '--key', 'standard', '--overlap', '0');
  published.standard.push(rotated.standardPublicKey);
  expect(rotated).not.toHaveProperty('previousStandardKeyUntil');
}

test('key rotations are in the audit log', async () => {
  const actions = await remote('audit', `webhook/${stolen.id}`);
  const standard = { after: { standardPublicKey: expect.any(String) } };
  expect(actions).toMatchObject([
    { operation: 'rotateWebhookKey', reason: 'yearly', ...standard },
    { operation: 'rotateWebhookKey', reason: 'yearly' },
    { operation: 'rotateWebhookKey', reason: 'yearly', ...standard },
    { operation: 'rotateWebhookKey', reason: 'yearly' },
    { operation: 'setStandardHeaders', after: { hasStandardHeaders: true } },
    { operation: 'createWebhook' },
  ]);
});

/** Processes refresh keys within a minute. */
async function untilSignedBy(webhook: Subscribed, wanted: ReturnType<typeof signers>): Promise<Delivery> {
  for (const end = Date.now() + 2 * ARRIVAL_TIMEOUT_MS; ; await sleep(1_000)) {
    const delivery = await nextDelivery(webhook);
    const found = signers(webhook, delivery);
    if (JSON.stringify(found) === JSON.stringify(wanted)) return delivery;
    if (Date.now() > end) expect(found).toEqual(wanted);
  }
}
