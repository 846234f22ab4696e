import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { anInvoice } from '../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { isStandardSigned } from '../tests/harness/standard-signature';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../tests/harness/webhook-receiver';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');
const runCommand = commandLine();

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform({ environment: { WEBHOOK_WORKFLOWS: '2' } });
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

async function shell(...args: string[]): Promise<any[]> {
  return getLines(await readStdout(runCommand(['webhook', ...args], harness.platform.environment)));
}

function getLines(said: string): any[] {
  const lines = said.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown);
}

test('an operator lists attempts and replays messages byte for byte', async () => {
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated', 'InvoiceCancelled'] };
  const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope });
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  await anInvoice(harness.merchant, harness.shopID);
  await harness.merchant.post(`/v2/processing/invoices/${invoice.id}/rescind`, { reason: 'changed my mind' });
  await receiver.until((taken) => taken.length === 3);

  const subject = `invoice/${invoice.id}`;
  const attempts = async () => shell('attempts', webhook.id, '--subject', subject);
  await untilLogged(attempts, 2);
  expect(await attempts()).toMatchObject([
    { eventType: 'InvoiceCancelled', subject, number: 1, status: 200 },
    { eventType: 'InvoiceCreated', subject, number: 1, status: 200 },
  ]);

  const counted = { subjectCount: 1, messageCount: 2 };
  expect(await shell('replay', webhook.id, '--subject', subject, '--dry-run')).toMatchObject([
    { ...counted, webhooks: [{ webhookID: webhook.id, ...counted }] },
  ]);
  const [replay] = await shell('replay', webhook.id, '--subject', subject);
  expect(replay).toMatchObject(counted);
  await receiver.until((taken) => taken.length === 5);
  const about = receiver.accepted().filter((taken) => taken.json<any>().invoice.id === invoice.id);
  expect(about.slice(2).map(({ body }) => body.toString())).toEqual(
    about.slice(0, 2).map(({ body }) => body.toString()),
  );
  const marks = about.map(({ headers }) => headers['holdfast-replay']);
  expect(marks).toEqual([undefined, undefined, replay.replayID, replay.replayID]);
  await untilLogged(attempts, 4);
  expect((await attempts()).map(({ replayID }) => replayID ?? null)).toEqual([
    replay.replayID,
    null,
    replay.replayID,
    null,
  ]);
});

test('an operator retries and discards deliveries of a dead endpoint, and a killed worker loses none', async () => {
  const dead = await startWebhookReceiver();
  dead.answerWith(() => ({ status: 503 }));
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated', 'InvoiceCancelled'] };
  const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: dead.url, scope });
  const subjects: string[] = [];
  for (let count = 0; count < 8; count++) {
    const { id } = await anInvoice(harness.merchant, harness.shopID);
    await harness.merchant.post(`/v2/processing/invoices/${id}/rescind`, { reason: 'changed my mind' });
    subjects.push(`invoice/${id}`);
  }
  const [first = '', second = ''] = subjects;
  const states = async (): Promise<string[]> => {
    const text = 'SELECT state FROM webhook_queues WHERE webhook_id = $1';
    return (await harness.sql<{ state: string }>(text, [webhook.id])).map(({ state }) => state);
  };
  await untilTrue(async () => (await states()).join() === Array(8).fill('batched').join());

  // Another subject may be due at the same time.
  const getSubject = (taken: Delivery): string => `invoice/${taken.json<{ invoice: { id: string } }>().invoice.id}`;
  dead.answerWith((taken) => ({ status: getSubject(taken) === first ? 200 : 503 }));
  expect(await shell('retry', webhook.id, '--subject', first)).toEqual([{ subjectCount: 1 }]);
  expect(await shell('discard', webhook.id, '--reason', 'closed', '--subject', second)).toEqual([
    { discardedCount: 2 },
  ]);
  await expect(shell('discard', webhook.id, '--reason', ' ')).rejects.toThrow('--reason must not be empty');

  // The worker dies during deliveries; the next one retries them.
  const seen = dead.deliveries.length;
  dead.answerWith(() => ({ delayMs: 9_000 }));
  expect(await shell('retry', webhook.id)).toMatchObject([{ subjectCount: expect.any(Number) }]);
  await dead.until((all) => all.length > seen);
  await harness.platform.processes.worker.kill();
  dead.answerWith(() => ({ status: 200 }));
  await harness.platform.processes.worker.start();
  await untilTrue(async () => (await states()).length === 0);
  for (const subject of subjects.filter((each) => each !== second)) {
    const taken = dead.accepted().filter((each) => getSubject(each) === subject);
    const about = taken.map((each) => each.json<{ eventType: string }>().eventType);
    expect([...new Set(about)]).toEqual(['InvoiceCreated', 'InvoiceCancelled']);
    expect(about.at(-1)).toBe('InvoiceCancelled');
  }
  await dead.close();
});

describe('commands over HTTP, without the database', () => {
  let key: string;

  beforeAll(async () => {
    const { stdout } = await run(process.execPath, [cli, 'operator-key', 'create', '--name', 'test'], {
      env: { ...process.env, ...harness.platform.environment },
    });
    key = (JSON.parse(stdout) as { operatorKey: string }).operatorKey;
  });

  async function remote(...args: string[]): Promise<any[]> {
    const environment = { HOLDFAST_URL: harness.platform.apiUrl, HOLDFAST_OPERATOR_KEY: key };
    return getLines(await readStdout(runCommand(args, environment)));
  }

  test('a webhook is paused and resumed without loss, with valid standard signatures', async () => {
    const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated'] };
    const endpoint = await startWebhookReceiver();
    const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
    const [set] = await remote('webhook', 'standard-headers', webhook.id, 'on');
    expect(await remote('webhook', 'pause', webhook.id, '--reason', 'they move')).toMatchObject([
      { webhookID: webhook.id, pauseReason: 'they move' },
    ]);
    const { body: shown } = await harness.merchant.get<any>(`/v2/processing/webhooks/${webhook.id}`);
    expect(shown).toMatchObject({ active: false, standardPublicKey: set.standardPublicKey });
    const queued: string[] = [];
    for (let count = 0; count < 3; count++) queued.push((await anInvoice(harness.merchant, harness.shopID)).id);
    expect(await remote('webhook', 'show', webhook.id)).toMatchObject([{ waitingCount: 3, troubledCount: 0 }]);
    expect(endpoint.deliveries).toHaveLength(0);
    await remote('webhook', 'resume', webhook.id);
    const taken = await endpoint.until((all) => all.length === 3);
    expect(taken.map((each) => each.json<any>().invoice.id).sort()).toEqual([...queued].sort());
    for (const delivery of taken) {
      expect(delivery.headers['webhook-id']).toBe(String(delivery.json<any>().eventID));
      expect(isStandardSigned(set.standardPublicKey, delivery)).toBe(true);
      expect(isStandardSigned(set.standardPublicKey, { ...delivery, body: Buffer.from('{}') })).toBe(false);
      expect(delivery.headers['content-signature']).toMatch(/^alg=RS256/);
    }
    expect(
      (await remote('audit', `webhook/${webhook.id}`)).map(({ operation, caller }) => [operation, caller]),
    ).toEqual([
      ...['resumeWebhook', 'pauseWebhook', 'setStandardHeaders'].map((each) => [
        each,
        expect.stringMatching(/^operator\//),
      ]),
      ['createWebhook', expect.stringMatching(/^apiKey\//)],
    ]);
    await endpoint.close();
  });

  test('a replay resumes in order after a killed worker and does not delay live messages', async () => {
    const scope = {
      topic: 'InvoicesTopic',
      shopID: harness.shopID,
      eventTypes: ['InvoiceCreated', 'InvoiceCancelled'],
    };
    const endpoint = await startWebhookReceiver();
    const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
    await harness.sql(MANY, [webhook.id]);
    const count = { subjectCount: 300, messageCount: 600 };
    expect(await remote('webhook', 'replay', webhook.id, '--dry-run')).toMatchObject([count]);
    endpoint.answerWith(() => ({ delayMs: 100 }));
    const [{ replayID }] = await remote('webhook', 'replay', webhook.id);
    await endpoint.until((all) => all.length > 20);
    const live = await anInvoice(harness.merchant, harness.shopID);
    const isLive = (each: { json: <B>() => B }) => each.json<any>().invoice.id === live.id;
    const before = await endpoint.until((all) => all.some(isLive));
    expect(before.length).toBeLessThan(600);
    await harness.platform.processes.worker.kill();
    await harness.platform.processes.worker.start();
    endpoint.answerWith(() => ({ status: 200 }));
    await untilTrue(async () => {
      const [progress] = await remote('webhook', 'progress', replayID);
      return progress.plannedCount === 0 && progress.underWayCount === 0;
    });
    const repeated = endpoint.accepted().filter(({ headers }) => headers['holdfast-replay'] === replayID);
    const seen = new Map<string, number[]>();
    for (const delivery of repeated) {
      const { eventID, invoice } = delivery.json<any>();
      seen.set(invoice.id, [...(seen.get(invoice.id) ?? []), eventID]);
    }
    expect(seen.size).toBe(300);
    for (const [id, events] of seen) {
      const firsts = [...new Set(events)];
      expect([id, firsts]).toEqual([id, [...firsts].sort((one, other) => one - other)]);
      expect(firsts).toHaveLength(2);
    }
    await endpoint.close();
  });

  test('errors are reported with messages', async () => {
    await expect(remote('webhook', 'attempts', 'nobody')).rejects.toThrow('notFound: Webhook not found');
    await expect(remote('keys', 'list', '--party', 'x')).rejects.toThrow('Party not found');
    const reversed = ['--from', '2026-03-02T00:00:00Z', '--to', '2026-03-01T00:00:00Z'];
    await expect(remote('webhook', 'replay', 'x', ...reversed)).rejects.toThrow('from must be before to');
    await expect(remote('party', 'replay', 'no-such-party')).rejects.toThrow('Party not found');
    const own = key;
    key = 'hfo_wrong';
    await expect(remote('audit')).rejects.toThrow('rejects the key');
    key = own;
  });
});

/** Three hundred subjects with two delivered messages each. */
const MANY = `WITH given AS (
    SELECT g, nextval('webhook_event_ids') AS first, nextval('webhook_event_ids') AS second FROM generate_series(1, 300) g
  ), events AS (
    INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, body)
    SELECT id, 'InvoicesTopic', type, 'invoice/many' || g, now() - interval '1 day',
      json_build_object('eventID', id, 'invoice', json_build_object('id', 'many' || g))::text
    FROM given, LATERAL (VALUES (first, 'InvoiceCreated'), (second, 'InvoiceCancelled')) v (id, type)
    RETURNING id, subject
  )
  INSERT INTO webhook_deliveries (webhook_id, subject, event_id, status, attempt_count, finished_at)
  SELECT $1, subject, id, 'delivered', 1, now() FROM events`;

/** Verifies asymmetric signatures by the specification of Standard Webhooks: its Node library supports symmetric ones only. */
test('invalid arguments are refused', async () => {
  await expect(shell('attempts', 'nobody')).rejects.toThrow('Webhook not found');
  await expect(shell('replay', 'no-such-party')).rejects.toThrow('Webhook not found');
  await expect(shell('attempts', 'nobody', '--limit', 'many')).rejects.toThrow('many is not a positive whole number');
  await expect(shell('discard', 'nobody', '--reason', 'x')).rejects.toThrow('Webhook not found');
});

/** Waits longer than the leases of a dead worker. */
async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 2 * ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error('the condition was never met');
}

/** Attempts are written shortly after the response. */
async function untilLogged(attempts: () => Promise<unknown[]>, count: number): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await attempts()).length < count && Date.now() < end);
}
