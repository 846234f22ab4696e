import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anInvoice } from '../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { portToKeep } from '../tests/harness/ports';
import { untilBody } from '../tests/harness/http-client';

const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');
const WEBHOOKS = '/v2/processing/webhooks';

let harness: MerchantPlatform;
let demo: string;
const listeners: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  harness = await startMerchantPlatform();
  const { demo: shop, apiUrl } = harness.platform;
  demo = join(mkdtempSync(join(tmpdir(), 'holdfast-listen-')), 'demo.json');
  writeFileSync(demo, JSON.stringify({ ...shop, apiUrl }));
});

afterAll(async () => {
  for (const listener of listeners) listener.kill('SIGKILL');
  await harness?.stop();
});

/** Starts a listener and waits until it is ready. */
async function aListener(...args: string[]) {
  const child = spawn(process.execPath, [cli, 'listen', '--demo', demo, ...args]);
  listeners.push(child);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await untilPrinted(() => printed, 'listening on ');
  const end = async (signal: NodeJS.Signals): Promise<unknown> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [unknown];
    return code;
  };
  const port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? '';
  return { printed: () => printed, end, port };
}

async function untilPrinted(printed: () => string, text: string): Promise<void> {
  await untilBody<string>(
    async () => ({ body: printed() }) as never,
    (body) => body.includes(text),
  );
}

const urls = async (): Promise<string[]> => (await harness.merchant.get(WEBHOOKS)).body.map(({ url }: any) => url);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a listener stopped by %s removes its webhook', async (signal) => {
  const listener = await aListener();
  expect(await urls()).toHaveLength(1);
  expect(await listener.end(signal)).toBe(0);
  expect(await urls()).toEqual([]);
});

test('a start removes webhooks of killed listeners and keeps those of running ones', async () => {
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoicePaid'] };
  const others = ['http://127.0.0.1:1/webhook', 'https://shop.example/holdfast-listen'];
  for (const url of others) expect((await harness.merchant.post(WEBHOOKS, { url, scope })).status).toBe(201);
  const [killed, running] = [await aListener(), await aListener('--port', String(await portToKeep()))];
  await killed.end('SIGKILL');
  const next = await aListener();
  const ours = [running, next].map(({ port }) => `http://127.0.0.1:${port}/holdfast-listen`);
  expect((await urls()).sort()).toEqual([...others, ...ours].sort());

  await running.end('SIGKILL');
  const again = await aListener('--port', running.port);
  expect((await urls()).sort()).toEqual([...others, ...ours].sort());
  await anInvoice(harness.merchant, harness.shopID);
  await untilPrinted(again.printed, 'InvoiceCreated');
  expect(again.printed()).toContain('signature valid');
  expect(again.printed()).not.toContain('SIGNATURE INVALID');
});

test('a listener survives an invalid event', async () => {
  const listener = await aListener();
  const answer = await fetch(`http://127.0.0.1:${listener.port}/holdfast-listen`, { method: 'POST', body: 'nonsense' });
  expect(answer.status).toBe(400);
  expect(await listener.end('SIGTERM')).toBe(0);
});
