import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSignedBy } from '../testing/content-signature';
import { anInvoice } from '../testing/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../testing/platform';
import { isStandardSigned, standardSignatures } from '../testing/standard-signature';
import { ARRIVAL_TIMEOUT_MS } from '../testing/timeouts';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../testing/webhook-receiver';

/*
 * A webhook's keys give way to others while messages are delivered: of `Content-Signature` one signs at a time, of Standard Webhooks
 * both do until the overlap is over.
 */

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

let harness: MerchantPlatform;
let endpoint: WebhookReceiver;
let key: string;
let webhook: { id: string; publicKey: string };
/** In the order in which they were published. */
const published = { content: [] as string[], standard: [] as string[] };

beforeAll(async () => {
  harness = await startMerchantPlatform();
  endpoint = await startWebhookReceiver();
  const { stdout } = await run(process.execPath, [cli, 'operator-key', 'create', '--name', 'test'], {
    env: { ...process.env, ...harness.platform.environment },
  });
  key = (JSON.parse(stdout) as { operatorKey: string }).operatorKey;
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated'] };
  webhook = (await harness.merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope })).body as never;
  published.content.push(webhook.publicKey);
});
afterAll(async () => {
  await endpoint?.close();
  await harness?.stop();
});

/** From a machine that has no record. */
async function remote(...args: string[]): Promise<any[]> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOLDFAST_URL: harness.platform.apiUrl, HOLDFAST_OPERATOR_KEY: key };
  const { stdout } = await run(process.execPath, [cli, ...args], { env });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const rotate = (...more: string[]) => remote('webhook', 'rotate-key', webhook.id, '--reason', 'yearly', ...more);
const shown = async () => (await harness.merchant.get<any>(`/v2/processing/webhooks/${webhook.id}`)).body;

async function nextDelivery(): Promise<Delivery> {
  const { id } = await anInvoice(harness.merchant, harness.shopID);
  const about = (delivery: Delivery) => delivery.json<any>().invoice.id === id;
  const found = (await endpoint.until((all) => all.some(about))).find(about);
  if (!found) throw new Error(`nothing came about ${id}`);
  return found;
}

/** Which of the published keys a message is signed with. */
function signers(delivery: Delivery): { content: number[]; standard: number[] } {
  const { headers, body } = delivery;
  const contentSignature = String(headers['content-signature']);
  const those = (keys: string[], isOf: (publicKey: string) => boolean) =>
    keys.flatMap((each, at) => (isOf(each) ? [at] : []));
  return {
    content: those(published.content, (publicKey) => isSignedBy({ publicKey, body, contentSignature })),
    standard: those(published.standard, (publicKey) => isStandardSigned(publicKey, delivery)),
  };
}

test('a key that the webhook does not have is not replaced', async () => {
  await expect(rotate('--key', 'standard')).rejects.toThrow('has no key of Standard Webhooks');
  const [on] = await remote('webhook', 'standard-headers', webhook.id, 'on');
  published.standard.push(on.standardPublicKey);
});

test('of Content-Signature another key is published at once, and the one that the receiver knows signs meanwhile', async () => {
  const [rotated] = await rotate('--overlap', '1h');
  expect((await shown()).publicKey).toBe(rotated.publicKey);
  published.content.push(rotated.publicKey);
  expect(new Set(published.content).size).toBe(2);
  expect(signers(await nextDelivery())).toEqual({ content: [0], standard: [0] });
});

test('of Standard Webhooks both keys sign every message until the overlap is over, the new one first', async () => {
  const [rotated] = await rotate('--key', 'standard', '--overlap', '1h');
  expect(rotated).toMatchObject({ publicKey: published.content[1], previousStandardKeyUntil: expect.any(String) });
  expect((await shown()).standardPublicKey).toBe(rotated.standardPublicKey);
  published.standard.push(rotated.standardPublicKey);
  expect(new Set(published.standard).size).toBe(2);
  const delivery = await untilSignedBy({ content: [0], standard: [0, 1] });
  const [first = '', second = '', ...more] = standardSignatures(delivery.headers);
  expect(more).toEqual([]);
  const alone = (signature: string) => ({
    ...delivery,
    headers: { ...delivery.headers, 'webhook-signature': signature },
  });
  expect(isStandardSigned(rotated.standardPublicKey, alone(first))).toBe(true);
  expect(isStandardSigned(published.standard[0] ?? '', alone(second))).toBe(true);
  expect(signers({ ...delivery, body: Buffer.from('{}') }).standard).toEqual([]);
});

test('keys in wrong hands sign nothing more within a minute, and who replaced them is in the audit', async () => {
  published.content.push((await rotate('--overlap', '0'))[0].publicKey);
  const [rotated] = await rotate('--key', 'standard', '--overlap', '0');
  published.standard.push(rotated.standardPublicKey);
  expect(rotated).not.toHaveProperty('previousStandardKeyUntil');
  await untilSignedBy({ content: [2], standard: [2] });
  const actions = await remote('audit', `webhook/${webhook.id}`);
  expect(actions.map(({ operation, reason }) => [operation, reason])).toEqual([
    ['rotateWebhookKey', 'Standard Webhooks: yearly'],
    ['rotateWebhookKey', 'yearly'],
    ['rotateWebhookKey', 'Standard Webhooks: yearly'],
    ['rotateWebhookKey', 'yearly'],
    ['setStandardHeaders', 'on'],
    ['createWebhook', undefined],
  ]);
});

/** Processes hear of another key within a minute. */
async function untilSignedBy(wanted: ReturnType<typeof signers>): Promise<Delivery> {
  for (const end = Date.now() + 2 * ARRIVAL_TIMEOUT_MS; ; await sleep(1_000)) {
    const delivery = await nextDelivery();
    const found = signers(delivery);
    if (JSON.stringify(found) === JSON.stringify(wanted)) return delivery;
    if (Date.now() > end) expect(found).toEqual(wanted);
  }
}
