import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { HOLD, pay } from '../../tests/harness/factories/payment';
import { httpClient } from '../../tests/harness/http-client';
import type { Platform } from '../../tests/harness/platform';
import { startWebhookReceiver, type Delivery } from '../../tests/harness/webhook-receiver';
import { COMMAND_LINE } from './operator';
import type { SampleWorkspace } from './run-sample';

export type Preparation = (workspace: SampleWorkspace, platform: Platform) => Promise<void>;

interface BrowserRequest {
  requestType: 'BrowserGetRequest' | 'BrowserPostRequest';
  uriTemplate: string;
  form?: { key: string; template: string }[];
}

const returnUrl = 'https://shop.example/return';

async function payerConfirms({ environment }: SampleWorkspace): Promise<void> {
  const { request } = JSON.parse(environment['INTERACTION'] ?? '{}') as { request: BrowserRequest };
  const address = request.uriTemplate.replace('{termination_uri}', encodeURIComponent(returnUrl));
  const fields = (request.form ?? []).map(({ key, template }): [string, string] => [
    key,
    template.replace('{termination_uri}', returnUrl),
  ]);
  const page =
    request.requestType === 'BrowserPostRequest'
      ? await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
      : await fetch(address);
  const html = await page.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  const button = /<button name="([^"]+)" value="([^"]+)"/.exec(html);
  if (!action || !button) throw new Error(`the bank shows no form to confirm:\n${html}`);
  const body = new URLSearchParams({ [button[1] ?? '']: button[2] ?? '' });
  const decided = await fetch(new URL(action, page.url), { method: 'POST', body, redirect: 'manual' });
  if (decided.status !== 303) throw new Error(`the bank did not send the payer back: ${decided.status}`);
}

/** Pays the reader's invoice as its payment page does. */
async function payerHolds({ environment }: SampleWorkspace, { apiUrl }: Platform): Promise<void> {
  const { INVOICE_ID = '', INVOICE_TOKEN = '' } = environment;
  const payer = httpClient({ baseUrl: apiUrl, token: INVOICE_TOKEN });
  await pay(payer, INVOICE_ID, { card: '4242424242424242', flow: HOLD });
}

type SavedWebhook = Record<'id' | 'publicKey', string>;

/** Saves a delivery: `body.json`, the `DIGEST` of its header and the webhook's key. */
async function deliverySaved(workspace: SampleWorkspace, platform: Platform): Promise<void> {
  const { webhook, delivery } = await saveDelivery(workspace, platform);
  const { environment } = workspace;
  environment['DIGEST'] = /digest=(.+)$/.exec(String(delivery.headers['content-signature']))?.[1] ?? '';
  environment['WEBHOOK_PUBLIC_KEY'] = webhook.publicKey;
}

/** Saves a delivery of a webhook with Standard Webhooks headers, including `headers.json`. */
async function standardDeliverySaved(workspace: SampleWorkspace, platform: Platform): Promise<void> {
  const { delivery } = await saveDelivery(workspace, platform, async ({ id }) => {
    const options = { env: { ...process.env, ...platform.environment } };
    const args = [COMMAND_LINE, 'webhook', 'standard-headers', id, 'on'];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    workspace.environment['STANDARD_PUBLIC_KEY'] = /whpk_[\w+/=]+/.exec(stdout)?.[0] ?? '';
  });
  writeFileSync(join(workspace.folder, 'headers.json'), JSON.stringify(delivery.headers));
}

/** Creates a webhook, applies `set` and saves its first message. */
async function saveDelivery(
  { folder }: SampleWorkspace,
  { demo: { apiKey, shopID }, apiUrl }: Platform,
  set: (webhook: SavedWebhook) => Promise<void> = async () => undefined,
): Promise<{ webhook: SavedWebhook; delivery: Delivery }> {
  const receiver = await startWebhookReceiver();
  try {
    const api = httpClient({ baseUrl: apiUrl, token: apiKey });
    const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
    const webhook = await api.post<SavedWebhook>('/v2/processing/webhooks', { url: receiver.url, scope });
    await set(webhook.body);
    const invoice = {
      shopID,
      dueDate: '2030-12-31T21:00:00Z',
      amount: 100,
      currency: 'RUB',
      product: 'Проба',
      metadata: {},
    };
    await api.post('/v2/processing/invoices', invoice);
    const [delivery] = await receiver.until((all) => all.length > 0);
    await api.delete(`/v2/processing/webhooks/${webhook.body.id}`);
    if (!delivery) throw new Error('no message has come');
    writeFileSync(join(folder, 'body.json'), delivery.body);
    return { webhook: webhook.body, delivery };
  } finally {
    await receiver.close();
  }
}

/** Creates `HOLDFAST_HOME`, where `npm run holdfast` runs the real command with the settings of the test platform. */
async function operatorShell({ folder, environment }: SampleWorkspace, platform: Platform): Promise<void> {
  const home = join(folder, 'platform');
  mkdirSync(home, { recursive: true });
  // Node reads single-quoted values literally.
  const settings = Object.entries(platform.environment).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(join(home, 'platform.env'), settings.join('\n'), { mode: 0o600 });
  const scripts = { holdfast: `node --env-file=platform.env ${COMMAND_LINE}` };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, scripts }));
  environment['HOLDFAST_HOME'] = home;
}

export const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'payer-confirms': payerConfirms,
  'payer-holds': payerHolds,
  'delivery-saved': deliverySaved,
  'standard-delivery-saved': standardDeliverySaved,
  'operator-shell': operatorShell,
};
