// The platform that all generated clients call.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const compiled = createRequire(import.meta.url);

/** Returns the environment of the calls and a function that stops the platform. */
export async function startCalledPlatform(folder) {
  const { startServicesHost } = compiled('../../dist/tests/harness/run/services-host.js');
  const { startPlatform } = compiled('../../dist/tests/harness/platform.js');
  const { httpClient } = compiled('../../dist/tests/harness/http-client.js');
  const { anIdentity } = compiled('../../dist/tests/harness/factories/wallet.js');
  const { startWebhookReceiver } = compiled('../../dist/tests/harness/webhook-receiver.js');
  const servicesFolder = join(folder, 'services');
  mkdirSync(servicesFolder);
  return atOrdinaryPriority(async () => {
    const host = await startServicesHost(servicesFolder);
    Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: servicesFolder });
    const platform = await startPlatform().catch(async (error) => {
      await host.stop();
      throw error;
    });
    const { apiUrl, demo } = platform;
    const merchant = httpClient({ baseUrl: apiUrl, token: demo.apiKey });
    const identity = await anIdentity(merchant);
    const receiver = await startWebhookReceiver();
    const message = await receiveMessage({ merchant, receiver, shopID: demo.shopID });
    await receiver.close();
    const bodyFile = join(folder, 'body.json');
    writeFileSync(bodyFile, message.body);
    return {
      environment: {
        HOLDFAST_API_URL: apiUrl,
        HOLDFAST_API_KEY: demo.apiKey,
        HOLDFAST_SHOP_ID: demo.shopID,
        HOLDFAST_IDENTITY_ID: identity,
        WEBHOOK_BODY_FILE: bodyFile,
        CONTENT_SIGNATURE: message.headers['content-signature'],
        WEBHOOK_PUBLIC_KEY: message.publicKey,
      },
      stop: async () => {
        await platform.stop();
        await host.stop();
      },
    };
  });
}

/** Receives the message of a real webhook, which the packages verify. */
async function receiveMessage({ merchant, receiver, shopID }) {
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
  const webhook = await merchant.post('/v2/processing/webhooks', { url: receiver.url, scope });
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const invoice = { shopID, dueDate, amount: 1000, currency: 'RUB', product: 'Книга', metadata: {} };
  await merchant.post('/v2/processing/invoices', invoice);
  const [message] = await receiver.until(({ length }) => length > 0);
  await merchant.delete(`/v2/processing/webhooks/${webhook.body.id}`);
  return { ...message, publicKey: webhook.body.publicKey };
}

/**
 * CI compiles clients at idle priority, at which a starting platform would fail its probes; its processes keep the
 * ordinary priority.
 */
async function atOrdinaryPriority(start) {
  const chrt = (...args) => spawnSync('chrt', args, { encoding: 'utf8' });
  const isIdle = /SCHED_IDLE/.test(chrt('--pid', String(process.pid)).stdout ?? '');
  if (isIdle) chrt('--other', '--pid', '0', String(process.pid));
  try {
    return await start();
  } finally {
    if (isIdle) chrt('--idle', '--pid', '0', String(process.pid));
  }
}
