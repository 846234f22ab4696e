import { createGzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { under, type Experiment, type Scene } from '../experiment';
import type { ReceiverBehaviour } from '../receiver';

/** Endpoints misbehave in every way; a correct one must not be affected. */

const EVENT_TYPES = ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'InvoicePaid'];
const GIGABYTE = 1_073_741_824;

const zeros = (bytes: number) => createReadStream('/dev/zero', { end: bytes - 1 });

const BAD_MANNERS: Readonly<Record<string, ReceiverBehaviour>> = {
  failing: (response) => void response.writeHead(500).end('no'),
  slow: (response) => void setTimeout(() => response.writeHead(200).end(), 10_100),
  dripping: (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 500);
    response.once('close', () => clearInterval(drip));
  },
  resetting: (_response, request) => void request.socket.resetAndDestroy(),
  redirecting: (response, request) =>
    void response.writeHead(302, { Location: `http://${request.headers.host}/invoices` }).end(),
  busy: (response) => void response.writeHead(429, { 'Retry-After': '1' }).end(),
  bomb: (response) => {
    response.writeHead(500, { 'Content-Encoding': 'gzip' });
    zeros(GIGABYTE).pipe(createGzip()).pipe(response);
  },
  gigabyte: (response) => {
    response.writeHead(500);
    zeros(GIGABYTE).pipe(response);
  },
};

/** Subscribes misbehaving endpoints until the time is over, and removes them. */
async function besides(scene: Scene, hooks: Readonly<Record<string, ReceiverBehaviour>>): Promise<void> {
  const { world } = scene;
  const { shopID, partyID } = world.situation.demo;
  // Raises the limit of ten webhooks of a shop, as an operator would.
  await world.query('UPDATE parties SET webhook_limit = 60 WHERE id = $1', [partyID]);
  try {
    for (const [hook, manners] of Object.entries(hooks)) {
      world.receiver.behave(hook, manners);
      await world.subscribe(hook, { topic: 'InvoicesTopic', shopID, eventTypes: EVENT_TYPES });
      scene.count();
    }
    let longestMs = 0;
    while (!scene.isOver()) {
      await scene.pause(1_000);
      longestMs = Math.max(longestMs, await oldestWaiting(scene));
    }
    scene.note(`the oldest message to who behaves waited ${(longestMs / 1_000).toFixed(1)} s`);
  } finally {
    await unsubscribe(scene, Object.keys(hooks));
  }
  await sleep(500);
}

async function unsubscribe({ world, random }: Scene, hooks: readonly string[]): Promise<void> {
  const client = world.client(random.of('removing'));
  for (const hook of hooks.filter((each) => world.webhookIDs[each] !== undefined)) {
    await client.delete(`/v2/processing/webhooks/${world.webhookIDs[hook]}`);
    delete world.webhookIDs[hook];
  }
}

function oldestWaiting({ world }: Scene): Promise<number> {
  const good = [world.webhookIDs['invoices'], world.webhookIDs['brief']];
  return world.count(
    `SELECT coalesce(extract(epoch FROM now() - min(e.occurred_at)) * 1000, 0)
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.status = 'pending' AND d.webhook_id = ANY ($1)`,
    [good],
  );
}

const SILENT: ReceiverBehaviour = () => undefined;

const trying = under({ payments: 10, wallets: 2 });

export const receivers: readonly Experiment[] = [
  trying(
    {
      name: 'receivers-bad',
      title: 'receivers: 500, 10.1 s, drip, reset, redirect, 429, a bomb, a gigabyte',
      seconds: { whole: 60, short: 15 },
    },
    (scene) => besides(scene, BAD_MANNERS),
  ),
  trying({ name: 'receivers-silent', title: '20 silent endpoints of one party', seconds: { whole: 60 } }, (scene) =>
    besides(scene, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`silent-${index}`, SILENT]))),
  ),
];
