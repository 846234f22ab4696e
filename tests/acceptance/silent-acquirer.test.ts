import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server';
import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import { anInvoice, CARDS, INSTANT, ledgerFaults, pay, untilPayment } from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* An acquirer that is frozen, or whose servers answer 503: its payers wait no longer than the deadline of the account. */

const PAYER_DEADLINE_SECONDS = 15;
/** One request after the deadline, and time for a loaded machine. */
const LIMIT_MS = 40_000;
const PAYERS = 5;
/** Requests after which new payments pass an account over. */
const ENOUGH_TO_PASS_OVER = 12;

let harness: MerchantPlatform;
let backup: Sandbox;
let down: Server;

beforeAll(async () => {
  backup = await aSandbox();
  down = createServer((_, response) => response.writeHead(503).end('Service Unavailable')).listen(0, '127.0.0.1');
  await once(down, 'listening');
  harness = await startMerchantPlatform({ environment: { SANDBOX_SECRET: TEST_SECRET } });
  const urls = {
    frozen: harness.platform.sandboxUrl,
    down: `http://127.0.0.1:${(down.address() as AddressInfo).port}`,
    backup: backup.url,
  };
  for (const [id, url] of Object.entries(urls)) {
    const settings = { url, payerDeadline: PAYER_DEADLINE_SECONDS };
    await addAccount(harness.platform, { id, connector: 'sandbox', credentials: { secret: TEST_SECRET }, settings });
  }
  // The API makes new accounts known to the vault.
  await sleep(5_000);
});

afterAll(async () => {
  await harness?.stop();
  await backup?.stop();
  down?.close();
});

/** Sets the routes, which payments read at their creation. */
async function route(...accounts: string[]): Promise<void> {
  const routes = JSON.stringify(accounts.map((connector) => ({ connector })));
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
}

async function failPayment(): Promise<string> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const paymentID = await pay(harness.merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: INSTANT });
  const payment = { invoiceID: invoice.id, paymentID };
  const { error } = await untilPayment(harness.merchant, payment, 'failed', LIMIT_MS);
  expect(error).toMatchObject({ code: 'authorization_failed', subError: { code: 'temporarily_unavailable' } });
  return `payment/${payment.invoiceID}.${payment.paymentID}/authorise`;
}

async function readSums(url: string, operationID: string): Promise<{ authorised?: number; voided?: number }> {
  return (await fetch(`${url}/payments/${encodeURIComponent(operationID)}`)).json() as Promise<object>;
}

test('payments of a frozen acquirer fail by the deadline, as it may have them, and are voided later', async () => {
  await route('frozen', 'backup');
  const pid = harness.platform.processes.sandbox.pid();
  process.kill(pid, 'SIGSTOP');
  let operations: string[];
  try {
    operations = await Promise.all(Array.from({ length: PAYERS }, failPayment));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  for (const operation of operations) {
    expect(await readSums(backup.url, `${operation}/2`)).toEqual({ error: 'notFound' });
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
      const { authorised = 0, voided = 0 } = await readSums(harness.platform.sandboxUrl, operation);
      if (authorised === voided) break;
      expect(Date.now()).toBeLessThan(end);
    }
  }
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
}, 150_000);

test('payments of an acquirer that answers 503 fail by the deadline, and later ones go to the next account', async () => {
  await route('down', 'backup');
  await Promise.all(Array.from({ length: ENOUGH_TO_PASS_OVER }, failPayment));
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const paymentID = await pay(harness.merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: INSTANT });
  await untilPayment(harness.merchant, { invoiceID: invoice.id, paymentID }, 'captured');
}, 120_000);
