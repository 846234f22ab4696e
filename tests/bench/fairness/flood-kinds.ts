import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, type HttpClient } from '../../harness/http-client';
import { makeManyPayments } from '../../harness/factories/many-payments';
import { aWallet, anAuthorisedDestination, anIdentity, fund, WALLET } from '../../harness/factories/wallet';
import type { Platform } from '../../harness/platform';
import { withStore } from '../../harness/with-store';
import { inParallel } from '../measure/in-parallel';
import { MeasuredLifecycles } from '../payments/lifecycles';
import { invoiceBody } from '../payments/merchant';
import type { Flood } from './flood';
import { costlyBodies } from './refused-bodies';

/** One call of a flood. */
export type FloodCall = (flood: Flood) => Promise<unknown>;

const PROCESSING = '/v2/processing';
const CARD = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
const FUNDS = 1_000_000_000;
const ASSET = { amount: 100, currency: 'RUB' };
const PAST = '2020-01-01T00:00:00Z';
const FUTURE = '2030-01-01T00:00:00Z';
/** Holds that the flood of captures takes first; afterwards it repeats captures. */
const HELD_PAYMENTS = 240;
const STORED_PAYMENTS = 20_000;
const MAX_REFUSALS = 30;
const MAX_CAPTURES_MS = 120_000;
const POLL_MS = 50;

/** The calls of a flood by kind; each prepares what it needs. Subscriptions and reports are last, because they leave work behind. */
const KINDS: Readonly<Record<string, (platform: Platform) => Promise<FloodCall> | FloodCall>> = {
  payments: (platform) => (flood) => pay(platform, flood),
  captures: async (platform) => {
    const held = await holdPayments(platform, HELD_PAYMENTS);
    let next = 0;
    return (flood) => flood.send(buildCapture(platform, held[next++ % held.length] ?? ''));
  },
  refunds: async (platform) => {
    const held = await holdPayments(platform, 24);
    await capture(platform, held);
    let next = 0;
    return (flood) => flood.send(buildRefund(platform, held[next++ % held.length] ?? ''));
  },
  invoices: (platform) => (flood) => flood.send({ ...v2(platform, 'invoices'), body: invoiceBody(platform) }),
  withdrawals: async (platform) => {
    const { wallets, destination } = await openWallets(platform);
    const body = JSON.stringify({ wallet: wallets[0], destination, body: ASSET });
    return (flood) => flood.send({ ...wallet(platform, 'withdrawals'), body });
  },
  transfers: async (platform) => {
    const [sender, receiver] = (await openWallets(platform)).wallets;
    const body = JSON.stringify({ sender, receiver, body: ASSET });
    return (flood) => flood.send({ ...wallet(platform, 'w2w/transfers'), body });
  },
  customers: (platform) => {
    const contactInfo = { email: 'anna@example.com' };
    const body = JSON.stringify({ shopID: platform.demo.shopID, contactInfo, metadata: {} });
    return (flood) => flood.send({ ...v2(platform, 'customers'), body });
  },
  analytics: async (platform) => {
    const { partyID, shopID, apiKey: token } = platform.demo;
    const since = new Date('2025-01-01T00:00:00Z');
    await withStore(platform.environment, async ({ database }) => {
      await makeManyPayments(database, { partyID, shopID, count: STORED_PAYMENTS, since });
      // Nothing of them is due.
      await database.search(`UPDATE invoices SET status = 'cancelled' WHERE id LIKE 'many%' AND status = 'unpaid'`, []);
      const text = `UPDATE payments SET status = 'failed' WHERE invoice_id LIKE 'many%' AND status = 'processed'`;
      await database.search(text, []);
    });
    const path = `/v2/analytics/shops/${shopID}/payments?limit=1000&fromTime=${PAST}&toTime=${FUTURE}`;
    return (flood) => flood.send({ method: 'GET', name: 'analytics', path, token });
  },
  ...costlyKinds(),
  webhooks: (platform) => {
    const scope = { topic: 'CustomersTopic', shopID: platform.demo.shopID, eventTypes: ['CustomerDeleted'] };
    const body = JSON.stringify({ scope, url: 'http://127.0.0.1:9/' });
    return (flood) => flood.send({ ...v2(platform, 'webhooks'), body });
  },
  reports: async (platform) => {
    const { identity } = await openWallets(platform);
    const body = JSON.stringify({ reportType: 'withdrawalRegistry', fromTime: PAST, toTime: FUTURE });
    return (flood) => flood.send({ ...wallet(platform, `identities/${identity}/reports`), body });
  },
};

export const FLOOD_KINDS: readonly string[] = Object.keys(KINDS);

/** @throws Error for an unknown kind */
export async function prepareFlood(kind: string, platform: Platform): Promise<FloodCall> {
  const prepare = KINDS[kind];
  if (!prepare) throw new Error(`Unknown kind of flood ${kind}. Kinds: ${FLOOD_KINDS.join(', ')}`);
  return prepare(platform);
}

function costlyKinds(): Record<string, (platform: Platform) => FloodCall> {
  const names = Object.keys(costlyBodies('{}'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      (platform: Platform): FloodCall => {
        const body = costlyBodies(invoiceBody(platform))[name] ?? '';
        return (flood) => flood.send({ ...v2(platform, 'invoices'), body });
      },
    ]),
  );
}

function v2({ demo }: Platform, path: string, base = PROCESSING) {
  return { name: path.split('/').at(-1) ?? path, path: `${base}/${path}`, token: demo.apiKey };
}

function wallet(platform: Platform, path: string) {
  return v2(platform, path, WALLET);
}

/** Creates an invoice and an instant payment without waiting for its outcome. */
async function pay(platform: Platform, flood: Flood): Promise<void> {
  const created = await flood.send({ ...v2(platform, 'invoices'), body: invoiceBody(platform) });
  if (!created) return;
  const token = created.invoiceAccessToken.payload as string;
  const card = JSON.stringify({ paymentTool: CARD, clientInfo: { fingerprint: 'browser' } });
  const tool = await flood.send({ ...v2(platform, 'payment-resources'), token, body: card });
  if (!tool) return;
  const { paymentToolToken, paymentSession } = tool;
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} };
  const body = JSON.stringify({ flow: { type: 'PaymentFlowInstant' }, payer });
  await flood.send({ ...v2(platform, `invoices/${created.invoice.id}/payments`), token, body });
}

/** Repeats what is refused because work of the flood before still waits. */
async function untilAdmitted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let refusals = 0; ; refusals++) {
    try {
      return await work();
    } catch (error) {
      if (refusals === MAX_REFUSALS || !String(error).includes('answers 503')) throw error;
      await sleep(1_000);
    }
  }
}

/** @returns the paths of held payments */
async function holdPayments(platform: Platform, count: number): Promise<string[]> {
  const merchant = new MeasuredLifecycles(platform);
  await merchant.open();
  try {
    const paths: string[] = [];
    await inParallel({ count, atOnce: 16 }, async () => {
      const { invoiceID, paymentID } = await untilAdmitted(() => merchant.hold());
      paths.push(`invoices/${invoiceID}/payments/${paymentID}`);
    });
    return paths;
  } finally {
    await merchant.close();
  }
}

async function capture(platform: Platform, paths: readonly string[]): Promise<void> {
  const client = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  for (const path of paths) await client.post(`${PROCESSING}/${path}/capture`, { reason: 'shipped' });
  const end = Date.now() + MAX_CAPTURES_MS;
  for (const path of paths) await untilCaptured(client, `${PROCESSING}/${path}`, end);
}

/** @throws Error at `endMs`, so that a capture that hangs does not hang the bench */
export async function untilCaptured(client: Pick<HttpClient, 'get'>, path: string, endMs: number): Promise<void> {
  for (;;) {
    const { status } = (await client.get<{ status: string }>(path)).body;
    if (status === 'captured') return;
    if (Date.now() > endMs) throw new Error(`${path} is still ${status}`);
    await sleep(POLL_MS);
  }
}

function buildCapture(platform: Platform, path: string) {
  return { ...v2(platform, `${path}/capture`), body: JSON.stringify({ reason: 'shipped' }) };
}

function buildRefund(platform: Platform, path: string) {
  return { ...v2(platform, `${path}/refunds`), body: JSON.stringify({ amount: 1, currency: 'RUB' }) };
}

/** An identity with a destination and two wallets, of which the first has funds. */
async function openWallets(platform: Platform) {
  const client = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const identity = await anIdentity(client);
  const wallets = [await aWallet(client, { identity }), await aWallet(client, { identity })];
  const destination = await withStore(platform.environment, async (store) => {
    await fund(store, wallets[0] ?? '', FUNDS);
    return anAuthorisedDestination(store, client, { identity });
  });
  return { identity, wallets, destination };
}
