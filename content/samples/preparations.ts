import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { httpClient } from '../../tests/harness/http-client';
import type { Platform } from '../../tests/harness/platform';
import { startWebhookReceiver, type Delivery } from '../../tests/harness/webhook-receiver';
import { COMMAND_LINE, holdfast } from './operator';
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
    if (!delivery) throw new Error('no message has come');
    writeFileSync(join(folder, 'body.json'), delivery.body);
    return { webhook: webhook.body, delivery };
  } finally {
    await receiver.close();
  }
}

async function post(path: string, body: object, { environment }: SampleWorkspace): Promise<Record<string, string>> {
  const response = await fetch(`${environment['HOLDFAST_API_URL']}/wallet/v0${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${environment['HOLDFAST_API_KEY']}`,
      'X-Request-ID': randomBytes(8).toString('hex'),
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function walletOwner(workspace: SampleWorkspace): Promise<void> {
  const identity = await post('/identities', { name: 'Владелец', provider: 'test' }, workspace);
  workspace.environment['IDENTITY_ID'] = identity['id'] ?? '';
}

async function operatorDeposits({ environment }: SampleWorkspace, platform: Platform): Promise<void> {
  const source = await holdfast(platform, 'source', 'create', { name: 'Банк', currency: 'RUB' });
  const order = { walletID: environment['WALLET_ID'], sourceID: source['id'], amount: 100_000, currency: 'RUB' };
  const deposit = await holdfast(platform, 'deposit', 'create', order);
  if (deposit['status'] !== 'Succeeded') throw new Error(`the deposit is not made: ${JSON.stringify(deposit)}`);
}

/** Makes `npm run holdfast` run the real command with the settings of the test platform. */
async function operatorShell({ folder }: SampleWorkspace, platform: Platform): Promise<void> {
  const settings = Object.entries(platform.environment).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(join(folder, 'platform.env'), settings.join('\n'), { mode: 0o600 });
  const scripts = { holdfast: `node --env-file=platform.env ${COMMAND_LINE}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
}

async function newWallet(workspace: SampleWorkspace): Promise<string> {
  const identity = workspace.environment['IDENTITY_ID'];
  const wallet = await post('/wallets', { name: 'Кошелёк', identity, currency: 'RUB' }, workspace);
  return wallet['id'] ?? '';
}

async function fundedWallet(workspace: SampleWorkspace, platform: Platform): Promise<void> {
  await walletOwner(workspace);
  workspace.environment['WALLET_ID'] = await newWallet(workspace);
  await operatorDeposits(workspace, platform);
}

async function twoWallets(workspace: SampleWorkspace, platform: Platform): Promise<void> {
  await fundedWallet(workspace, platform);
  workspace.environment['RECEIVER_ID'] = await newWallet(workspace);
}

async function bankAsksBack({ environment }: SampleWorkspace, platform: Platform): Promise<void> {
  const { INVOICE_ID: invoiceID, PAYMENT_ID: paymentID } = environment;
  await holdfast(platform, 'chargeback', 'create', {
    invoiceID,
    paymentID,
    body: 30_000,
    levy: 50_000,
    reasonCode: '10.4',
  });
}

export const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'payer-confirms': payerConfirms,
  'delivery-saved': deliverySaved,
  'standard-delivery-saved': standardDeliverySaved,
  'wallet-owner': walletOwner,
  'operator-deposits': operatorDeposits,
  'operator-shell': operatorShell,
  'funded-wallet': fundedWallet,
  'two-wallets': twoWallets,
  'bank-asks-back': bankAsksBack,
};
