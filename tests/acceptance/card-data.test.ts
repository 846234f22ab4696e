import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { searchForCards } from '../harness/canary';
import { Custodians } from '../harness/custodians';
import { anInvoice, CARDS, INSTANT, ledgerFaults, pay, tokenise, untilPayment } from '../harness/factories/payment';
import { aCardToken, aDestination, anIdentity, aWallet, fund, WALLET } from '../harness/factories/wallet';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { findInMemory } from '../harness/process-memory';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { openStore } from '../../store/store';

/*
 * Payments, bindings and payouts by cards of their own, then a search for the numbers wherever the platform could have kept them.
 * `CARD_PAYMENTS=500` makes the load longer.
 */

const COUNT = Number(process.env['CARD_PAYMENTS'] ?? 24);

/** A card that the acquirer approves. Its digits do not repeat, so that they are found nowhere by chance. */
const PAID = '2201382000000013';

const custodians = new Custodians();
let harness: MerchantPlatform;
beforeAll(async () => {
  harness = await startMerchantPlatform({ environment: custodians.environment });
  await custodians.unlock(harness.platform);
});
afterAll(() => harness?.stop());

/** A number of no other test, with its check digit, which the acquirer declines. */
function aNumber(): string {
  const body = `411770${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

async function payAll(numbers: readonly string[]): Promise<void> {
  const { merchant, shopID } = harness;
  const left = [...numbers];
  const payNext = async (): Promise<void> => {
    for (let card = left.shift(); card !== undefined; card = left.shift()) {
      const { id: invoiceID } = await anInvoice(merchant, shopID);
      const paymentID = await pay(merchant, invoiceID, { card, flow: INSTANT });
      await untilPayment(merchant, { invoiceID, paymentID }, card === PAID ? 'captured' : 'failed');
    }
  };
  await Promise.all(Array.from({ length: 4 }, payNext));
}

async function bind(card: string): Promise<void> {
  const { merchant, shopID } = harness;
  const customers = '/v2/processing/customers';
  const { body } = await merchant.post<any>(customers, { shopID, contactInfo: {}, metadata: {} });
  const paymentResource = await tokenise(merchant, card);
  const bound = await merchant.post<any>(`${customers}/${body.customer.id}/bindings`, { paymentResource });
  expect(bound.status).toBe(201);
}

/** An authorised destination of a card, and a wallet with money. */
async function aReceiver(card: string): Promise<{ wallet: string; destination: string }> {
  const { merchant, platform } = harness;
  const { ENCRYPTION_KEY = '' } = platform.environment;
  const store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
  const identity = await anIdentity(merchant);
  const wallet = await aWallet(merchant, { identity });
  await fund(store, wallet, 100_000);
  await store.database.close();
  const token = await aCardToken(merchant, card);
  const resource = { type: 'BankCardDestinationResource', token };
  const destination = await aDestination(merchant, { identity, resource });
  await untilStatus(`${WALLET}/destinations/${destination}`, 'Authorized');
  return { wallet, destination };
}

async function untilStatus(path: string, wanted: string): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
    const { status } = (await harness.merchant.get<any>(path)).body;
    if (status === wanted) return;
    if (Date.now() > end) throw new Error(`${path} is ${status}, not ${wanted}`);
  }
}

async function withdraw(receiver: { wallet: string; destination: string }): Promise<string> {
  const given = { ...receiver, body: { amount: 10_000, currency: 'RUB' } };
  const { status, body } = await harness.merchant.post<any>(`${WALLET}/withdrawals`, given);
  expect(status).toBe(202);
  return body.id;
}

async function payOut(card: string): Promise<void> {
  await untilStatus(`${WALLET}/withdrawals/${await withdraw(await aReceiver(card))}`, 'Succeeded');
}

test('the platform keeps no number of a card: in its database, logs and the memory of its worker', async () => {
  const { platform } = harness;
  const own = Array.from({ length: COUNT }, aNumber);
  const numbers = [...own, PAID];
  const [forBinding = '', ...forPayments] = own;
  await Promise.all([payAll([...forPayments, PAID, PAID]), bind(forBinding), payOut(PAID)]);

  const { pathname } = new URL(platform.databaseUrl);
  const { processes } = platform;
  const { found, searched } = await searchForCards({
    adminUrl: platform.databaseUrl,
    databases: [pathname.slice(1)],
    paths: [processes.api.logFile, processes.worker.logFile, processes.vault.logFile],
    cardNumbers: numbers,
  });
  expect(found).toEqual([]);
  expect(searched.rows).toBeGreaterThan(COUNT);
  expect(await harness.sql('SELECT FROM vault_cards')).toHaveLength(COUNT + 3);

  // The memory of a process that does open cards shows that the search finds them.
  expect(findInMemory(processes.vault.pid(), own).size).toBeGreaterThan(0);
  expect([...findInMemory(processes.worker.pid(), numbers)]).toEqual([]);
  // Bodies of requests pass through the API; what is left of them is garbage, which its later requests overwrite.
  const inApi = findInMemory(processes.api.pid(), own).size;
  process.stderr.write(`card data: ${inApi} of ${COUNT} numbers are in the memory of the API after the load\n`);
  const resources = Array.from({ length: 200 }, () => tokenise(harness.merchant, CARDS.good));
  await Promise.all(resources);
  const later = findInMemory(processes.api.pid(), own).size;
  process.stderr.write(`card data: ${later} after 200 more requests\n`);
  expect(later).toBeLessThanOrEqual(inApi);
});

async function countEffects(operationID: string): Promise<number> {
  const found = await fetch(`${harness.platform.sandboxUrl}/operations/${encodeURIComponent(operationID)}`);
  return ((await found.json()) as { effects: number }).effects;
}

const OUTAGES = {
  killed: {
    begin: () => harness.platform.processes.vault.kill(),
    end: async () => {
      await harness.platform.processes.vault.start();
      await custodians.unlock(harness.platform);
    },
  },
  locked: {
    begin: async () => {
      await harness.platform.processes.vault.stop();
      await harness.platform.processes.vault.start();
      expect((await custodians.unlockHalf(harness.platform)).state).toBe('locked');
    },
    end: () => custodians.unlock(harness.platform),
  },
  frozen: {
    begin: async () => void process.kill(harness.platform.processes.vault.pid(), 'SIGSTOP'),
    end: async () => void process.kill(harness.platform.processes.vault.pid(), 'SIGCONT'),
  },
} as const;

test.each(['killed', 'frozen', 'locked'] as const)(
  'while the vault is %s new cards are refused with 503, and payments and payouts wait and happen once',
  async (outage) => {
    const { merchant, shopID, platform } = harness;
    const { id: invoiceID } = await anInvoice(merchant, shopID);
    const resource = await tokenise(merchant, CARDS.good);
    const receiver = await aReceiver(CARDS.good);
    const path = `/v2/processing/invoices/${invoiceID}/payments`;
    await OUTAGES[outage].begin();
    let [paymentID, withdrawalID] = ['', ''];
    try {
      const payer = { payerType: 'PaymentResourcePayer', ...resource, contactInfo: {} };
      paymentID = (await merchant.post<any>(path, { flow: INSTANT, payer })).body.id;
      withdrawalID = await withdraw(receiver);
      const paymentTool = { paymentToolType: 'CardData', cardNumber: CARDS.good, expDate: '12/29', cvv: '123' };
      const given = { paymentTool, clientInfo: { fingerprint: 'browser-1' } };
      const refused = await merchant.post<any>('/v2/processing/payment-resources', given);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await merchant.get<any>(`${path}/${paymentID}`)).body.status).toBe('pending');
    } finally {
      await OUTAGES[outage].end();
    }
    await untilPayment(merchant, { invoiceID, paymentID }, 'captured');
    await untilStatus(`${WALLET}/withdrawals/${withdrawalID}`, 'Succeeded');
    expect(await countEffects(`payment/${invoiceID}.${paymentID}/authorise`)).toBe(1);
    expect(await countEffects(`withdrawal/${withdrawalID}/payOut`)).toBe(1);
    expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
  },
);

test('the keys of the vault are rotated with an overlap while payments run, and the old one is removed', async () => {
  const paying = payAll(Array.from({ length: 16 }, () => PAID));
  const { rewrapped, status } = await custodians.rotate(harness.platform);
  expect(rewrapped).toBeGreaterThan(COUNT);
  expect(Object.keys(status.cardsByKey)).toEqual([status.currentKey]);
  await paying;
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
