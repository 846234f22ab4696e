import { randomUUID } from 'node:crypto';
import { openTracing } from '../runtime/tracing/tracing';
import { newId } from '../store/id';
import type { QueueAttempt } from '../store/delivery/webhook/attempt.record';
import { leaseQueues, type LeasedQueue, type WaitingMessage } from '../store/delivery/webhook/queue.lease';
import { setStandardHeaders } from '../store/delivery/webhook/standard-headers';
import { getWebhookOverview } from '../store/delivery/webhook/webhook.overview';
import { isSignedBy } from '../tests/harness/content-signature';
import { appendMessages, aShopStore, aWebhook, noLimits, type ShopStore } from '../tests/harness/factories/webhook';
import { isStandardSigned } from '../tests/harness/standard-signature';
import { startTracesReceiver } from '../tests/harness/traces-receiver';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { MessageSender, type MessageSenderOptions } from './message-sender';

let shop: ShopStore;
let receiver: WebhookReceiver;
let webhookID: string;
let publicKey: string;
const senders: MessageSender[] = [];

beforeEach(async () => {
  shop = await aShopStore();
  receiver = await startWebhookReceiver();
  ({ id: webhookID, publicKey } = await aWebhook(shop, { url: `${receiver.url}?secret=42` }));
});
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
  await receiver.close();
  await shop.store.database.close();
});

function aSender(options: Partial<MessageSenderOptions> = {}): MessageSender {
  const sender = new MessageSender({ store: shop.store, allowedNetworks: ['127.0.0.0/8'], ...options });
  senders.push(sender);
  return sender;
}

async function lease(): Promise<{ queue: LeasedQueue; message: WaitingMessage }> {
  await appendMessages(shop, { invoiceID: newId() });
  const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: randomUUID(), limits: noLimits() });
  if (!queue?.head) throw new Error('nothing waits');
  return { queue, message: queue.head };
}

test('a message has its stored text and the signature of its webhook, and no header that was not ordered', async () => {
  const { queue, message } = await lease();
  expect(await aSender().send(queue, message)).toMatchObject({ status: 200, error: null });
  const [delivery] = receiver.deliveries;
  const body = delivery?.body ?? Buffer.alloc(0);
  expect(body.toString('utf8')).toBe(message.body);
  const contentSignature = String(delivery?.headers['content-signature']);
  expect(isSignedBy({ publicKey, body, contentSignature })).toBe(true);
  const extra = Object.keys(delivery?.headers ?? {}).filter((name) => /^webhook-|replay|trace/.test(name));
  expect(extra).toEqual([]);
});

test('standard headers name the event and the time of the attempt by the clock of attempts', async () => {
  await setStandardHeaders(shop.store, { webhookID, isEnabled: true });
  const { standardPublicKey } = await getWebhookOverview(shop.store.database, webhookID);
  const { queue, message } = await lease();
  const at = new Date('2026-11-21T12:00:00.999Z');
  expect(await aSender({ now: () => at }).send(queue, message)).toMatchObject({ startedAt: at });
  const sentAt = Math.floor(Date.now() / 1_000);
  await aSender().send(queue, message);
  const [first, second] = receiver.deliveries.map(({ headers, body }) => ({ headers, body }));
  expect(first?.headers).toMatchObject({ 'webhook-id': String(message.eventID), 'webhook-timestamp': '1795262400' });
  expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(sentAt);
  for (const sent of [first, second]) {
    expect(isStandardSigned(standardPublicKey ?? '', sent ?? { headers: {}, body: Buffer.alloc(0) })).toBe(true);
  }
});

test('a replayed message names its replay', async () => {
  const { queue, message } = await lease();
  await aSender().send(queue, { ...message, replayID: 'replay-7' });
  expect(receiver.deliveries[0]?.headers['holdfast-replay']).toBe('replay-7');
});

test('each attempt is reported, a failed one too, but not an aborted one', async () => {
  const reported: QueueAttempt[] = [];
  const sender = aSender({ onAttempt: (attempt) => reported.push(attempt) });
  const { queue, message } = await lease();
  receiver.answerNext({ status: 200 }, { status: 503 });
  const made = [await sender.send(queue, message), await sender.send(queue, message)];
  expect(made.map(({ status }) => status)).toEqual([200, 503]);
  await expect(sender.send(queue, message, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(reported).toEqual(made);
});

test('a message that cannot be signed is not sent', async () => {
  const { queue, message } = await lease();
  await expect(aSender().send({ ...queue, webhookID: 'none' }, message)).rejects.toThrow('no webhook none');
  expect(receiver.deliveries).toEqual([]);
});

test('an endpoint in a network that is not allowed gets nothing', async () => {
  const { queue, message } = await lease();
  const attempt = await aSender({ allowedNetworks: [] }).send(queue, message);
  expect(attempt).toMatchObject({ status: null, error: 'ADDRESS_REFUSED' });
  expect(receiver.deliveries).toEqual([]);
});

test('a traced attempt continues the trace of its message, and its span does not contain the URL', async () => {
  const traces = await startTracesReceiver();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_SAMPLER_ARG: 1 };
  const tracing = await openTracing(settings, 'test');
  const { queue, message } = await lease();
  const traceId = 'a'.repeat(32);
  await shop.store.database.search('UPDATE webhook_events SET traceparent = $1', [
    `00-${traceId}-${'b'.repeat(16)}-01`,
  ]);
  await aSender({ tracing }).send(queue, { ...message, attemptCount: 2 });
  const [span] = await traces.until((spans) => spans.length > 0);
  expect(span).toMatchObject({ name: 'webhook', kind: 3, traceId, parentSpanId: 'b'.repeat(16) });
  const attributes = (span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]);
  expect(Object.fromEntries(attributes)).toEqual({
    ...{ 'holdfast.webhook_id': webhookID, 'holdfast.subject': queue.subject },
    ...{ 'holdfast.event_id': String(message.eventID), 'holdfast.attempt': 3 },
  });
  expect(receiver.deliveries[0]?.headers.traceparent).toBe(`00-${traceId}-${span?.spanId}-01`);
  expect(traces.text()).not.toContain('secret=42');
  await tracing?.stop();
  await traces.close();
});

test('a closed sender sends nothing more', async () => {
  const { queue, message } = await lease();
  const sender = aSender();
  await sender.send(queue, message);
  await sender.close();
  expect(await sender.send(queue, message)).toMatchObject({ status: null, error: 'UND_ERR_DESTROYED' });
  expect(receiver.deliveries).toHaveLength(1);
});
