import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { compareWindow } from '../../activities/operators/reconciliation/compare-window';
import { AccountConnectors } from '../../connectors/account-connectors';
import type { Connector, ListingConnector } from '../../connectors/connector';
import { registerCardAccount } from '../../operators/connector-accounts/card-accounts';
import { certificateFolder } from '../../scripts/services/platform-environment';
import { readCertificates } from '../../vault/certificates/certificates';
import { VaultClient } from '../../vault/client/vault-client';
import { createConnectorAccount } from '../../operators/connector-accounts/connector-accounts';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { openStore, type Store } from '../../store/store';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { signals } from '../../workflow-names/workflow-messages';
import type { Delivery } from '../harness/webhook-receiver';
import {
  anInvoice,
  buildPath,
  HOLD,
  INSTANT,
  ledgerFaults,
  pay,
  subscribe,
  tokenise,
  untilPayment,
  type CreatedPayment,
} from '../harness/factories/payment';
import { aCardToken, aDestination, anIdentity, aWallet, fund, WALLET } from '../harness/factories/wallet';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import type { TestAccount } from './acquirers/acquirer';
import { anAdyenAccount, type AdyenAccount } from './acquirers/adyen-account';
import { aYooKassaAccount, type YooKassaAccount } from './acquirers/yookassa-account';

/* Two shops with two accounts of one connector, for YooKassa and for Adyen: nothing of one account reaches the other. */

const CART = [
  { product: 'Tea', quantity: 3, price: 3_333, taxMode: { type: 'InvoiceLineTaxVAT', rate: '22%' } },
  { product: 'Cup', quantity: 1, price: 1, taxMode: { type: 'InvoiceLineTaxVAT', rate: '10%' } },
];
const AMOUNT = 10_000;
const IBAN = { type: 'BankTransferSEPA', accountName: 'Hans Müller', iban: 'DE89370400440532013000' };

let harness: MerchantPlatform;
let store: Store;
let receiver: WebhookReceiver;
let yookassa: [YooKassaAccount, YooKassaAccount];
let adyen: [AdyenAccount, AdyenAccount];
let accounts: TestAccount[] = [];
const pairs = {
  yookassa: () => yookassa as [TestAccount, TestAccount],
  adyen: () => adyen as [TestAccount, TestAccount],
};
const NAMES = ['yookassa', 'adyen'] as const;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  const { databaseUrl, environment, apiUrl } = harness.platform;
  store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  receiver = await startWebhookReceiver();
  const vault = new VaultClient({
    url: environment['VAULT_URL'] ?? '',
    tls: readCertificates(certificateFolder(environment['DATA_DIR'] ?? ''), 'api'),
  });
  const buildUrl = (path: string) => `${apiUrl}${path}`;
  yookassa = [await aYooKassaAccount('yookassa-1', buildUrl), await aYooKassaAccount('yookassa-2', buildUrl)];
  adyen = [await anAdyenAccount('adyen-1', buildUrl), await anAdyenAccount('adyen-2', buildUrl)];
  accounts = [...yookassa, ...adyen];
  for (const { id, connector, credentials, settings } of accounts) {
    const creation = { id, connector, name: id, credentials, settings, reason: 'test' };
    await registerCardAccount(vault, await createConnectorAccount(store, creation), credentials);
    await addShop(id);
    await subscribe(harness.merchant, { shopID: id, url: `${receiver.url}/${id}` });
  }
  await vault.close();
  const routes = accounts.map(({ id, connector }, index) => ({
    connector: id,
    resourceTypes: [connector === 'yookassa' ? 'BankCardDestinationResource' : 'BankTransferSEPA'],
    ...(index % 2 === 0 ? { maxAmount: 50_000 } : { minAmount: 50_001 }),
  }));
  const text = `UPDATE wallet_providers SET terms = terms || jsonb_build_object('routes', $1::jsonb)`;
  await harness.sql(text, [JSON.stringify(routes)]);
});

afterAll(async () => {
  await store?.database.close();
  await harness?.stop();
  await receiver?.close();
  await Promise.all(accounts.map((account) => account.stop()));
});

afterEach(async () => {
  expect(accounts.flatMap((account) => account.problems())).toEqual([]);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

/** A shop whose id is that of its account. */
async function addShop(account: string): Promise<void> {
  await harness.sql(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
     SELECT $1, party_id, currency, category_id, contract_id, location_url, name,
       terms || jsonb_build_object('routes', $2::jsonb) FROM shops WHERE id = $3`,
    [account, JSON.stringify([{ connector: account }]), harness.shopID],
  );
}

async function untilMade(count: () => number): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; count() === 0 && Date.now() < end;) await sleep(50);
  expect(count()).toBe(1);
}

const authorisation = ({ invoiceID, paymentID }: CreatedPayment) => `payment/${invoiceID}.${paymentID}/authorise`;

async function aPayment(
  account: TestAccount,
  { card = account.cards.approved, flow = HOLD }: { card?: string; flow?: object } = {},
): Promise<CreatedPayment> {
  const body = { amount: undefined, cart: CART };
  const invoice = await anInvoice(harness.merchant, account.id, { body });
  const payer = harness.merchant.as(invoice.token);
  return { invoiceID: invoice.id, paymentID: await pay(payer, invoice.id, { card, flow }) };
}

async function refund(ref: CreatedPayment, body: object): Promise<void> {
  const { status, body: made } = await harness.merchant.post(buildPath(ref, '/refunds'), { currency: 'RUB', ...body });
  expect(status).toBe(201);
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${made.id}`)),
    ({ status: now }) => now === 'succeeded',
  );
}

/** A hold of which a part is captured and a part of that refunded. */
async function capturePart(account: TestAccount): Promise<CreatedPayment> {
  const ref = await aPayment(account);
  await untilPayment(harness.merchant, ref, 'processed');
  const capture = { reason: 'sent', amount: 6_001, currency: 'RUB' };
  expect((await harness.merchant.post(buildPath(ref, '/capture'), capture)).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'captured');
  await refund(ref, { amount: 1_999 });
  return ref;
}

/** A payment of which a line of the cart is refunded. */
async function refundLine(account: TestAccount): Promise<CreatedPayment> {
  const ref = await aPayment(account, { flow: INSTANT });
  await untilPayment(harness.merchant, ref, 'captured');
  await refund(ref, { amount: 1, cart: CART.slice(0, 1) });
  return ref;
}

async function cancel(account: TestAccount): Promise<CreatedPayment> {
  const ref = await aPayment(account);
  await untilPayment(harness.merchant, ref, 'processed');
  expect((await harness.merchant.post(buildPath(ref, '/cancel'), { reason: 'none left' })).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'cancelled');
  return ref;
}

/** A binding, and a payment with it without the payer. */
async function chargeBinding(account: TestAccount): Promise<CreatedPayment> {
  const { merchant } = harness;
  const contactInfo = { email: 'anna@example.com' };
  const made = await merchant.post('/v2/processing/customers', { shopID: account.id, contactInfo, metadata: {} });
  const payer = merchant.as(made.body.customerAccessToken.payload);
  const customerID: string = made.body.customer.id;
  const path = `/v2/processing/customers/${customerID}/bindings`;
  const { body } = await payer.post(path, { paymentResource: await tokenise(payer, account.cards.approved) });
  await untilBody(
    () => merchant.get(`${path}/${body.id}`),
    ({ status }) => status === 'succeeded',
  );
  const invoice = await anInvoice(merchant, account.id);
  const fields = { flow: INSTANT, payer: { payerType: 'CustomerPayer', customerID } };
  const payment = await merchant.post(`/v2/processing/invoices/${invoice.id}/payments`, fields);
  expect(payment.status).toBe(201);
  const ref = { invoiceID: invoice.id, paymentID: payment.body.id as string };
  await untilPayment(merchant, ref, 'captured');
  return ref;
}

const WALKED = { captured: 6_001 + 2 * AMOUNT, refunded: 1_999 + 1 };

test.each(NAMES)(
  'payments of two accounts of %s are held, captured, refunded and cancelled there only',
  async (name) => {
    const pair = pairs[name]();
    const walk = async (account: TestAccount) => [
      await capturePart(account),
      await refundLine(account),
      await cancel(account),
      await chargeBinding(account),
    ];
    const walked = await Promise.all(pair.map(walk));
    for (const [index, refs] of walked.entries()) {
      const [own, other] = [pair[index]!, pair[1 - index]!];
      const released = { captured: 0, refunded: 0, isReleased: true };
      const kept = { isReleased: false };
      expect(refs.map((ref) => own.find(authorisation(ref)))).toEqual([
        { captured: 6_001, refunded: 1_999, ...kept },
        { captured: AMOUNT, refunded: 1, ...kept },
        released,
        { captured: AMOUNT, refunded: 0, ...kept },
      ]);
      expect(refs.map((ref) => other.find(authorisation(ref)))).toEqual(refs.map(() => undefined));
      const invoices = refs.map(({ invoiceID }) => invoiceID);
      const read = (delivery: Delivery) =>
        [delivery.path, delivery.json<{ invoice: { id: string } }>().invoice.id] as const;
      const addressees = receiver
        .accepted()
        .map(read)
        .filter(([, id]) => invoices.includes(id));
      expect(new Set(addressees.map(([path]) => path))).toEqual(
        new Set([new URL(`${receiver.url}/${own.id}`).pathname]),
      );
    }
  },
);

/** How often callbacks have woken the workflow of a payment. */
async function countWakeUps({ invoiceID, paymentID }: CreatedPayment): Promise<number> {
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowIDs.payment(invoiceID, paymentID));
    const { events } = await handle.fetchHistory();
    const names = events?.map(({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName);
    return names?.filter((signal) => signal === signals.interactionEnded).length ?? 0;
  } finally {
    await connection.close();
  }
}

test.each(NAMES)('a callback to the address of the other account of %s changes nothing', async (name) => {
  const [own, other] = pairs[name]();
  const ref = await aPayment(own, { card: own.cards.interaction });
  const operationID = authorisation(ref);
  await untilBody(
    () => harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=50`),
    (events: unknown) => JSON.stringify(events).includes('PaymentInteractionRequested'),
  );
  const url = (id: string) => `${harness.platform.apiUrl}/callbacks/${name}/${id}`;
  expect([200, 401]).toContain(await own.callBack(url(other.id), operationID));
  expect(await other.callBack(url(other.id), operationID)).toBe(200);
  const source = accountSource(store);
  const stated = await source.notices(own.id).find({ reference: operationID });
  expect(stated.filter(({ event }) => event === 'AUTHORISATION')).toEqual([]);
  await untilPayment(harness.merchant, ref, 'pending');
  await own.confirm(operationID);
  await untilPayment(harness.merchant, ref, 'processed');
  expect(other.find(operationID)).toBeUndefined();
  // The confirmation of Adyen is stated by one or two callbacks.
  expect([1, name === 'adyen' ? 2 : 1]).toContain(await countWakeUps(ref));
});

/** Accounts in the metrics of the worker, which a restart clears. */
const labels = new Set<string>();

async function noteLabels(): Promise<void> {
  const metrics = await (await fetch(`${harness.platform.processes.worker.url}/metrics`)).text();
  for (const [, label = ''] of metrics.matchAll(/request_seconds_count\{connector="([^"]+)"/g)) labels.add(label);
}

test.each(NAMES)(
  'withdrawals of two accounts of %s are paid once each, by their own, though the worker is killed',
  async (name) => {
    const { merchant } = harness;
    const pair = pairs[name]();
    const identity = await anIdentity(merchant);
    const wallet = await aWallet(merchant, { identity });
    await fund(store, wallet, 1_000_000);
    const resource =
      name === 'adyen'
        ? IBAN
        : { type: 'BankCardDestinationResource', token: await aCardToken(merchant, pair[0].cards.approved) };
    const destination = await aDestination(merchant, { identity, resource });
    await untilBody(
      () => merchant.get(`${WALLET}/destinations/${destination}`),
      ({ status }) => status === 'Authorized',
    );
    const withdraw = async (amount: number): Promise<string> => {
      const fields = { wallet, destination, body: { amount, currency: 'RUB' } };
      return (await merchant.post(`${WALLET}/withdrawals`, fields)).body.id;
    };
    const ids = [await withdraw(10_000), await withdraw(60_000)];
    for (const [index, id] of ids.entries())
      await untilMade(() => pair[index]!.listPayouts(`withdrawal/${id}/payOut`).length);
    await noteLabels();
    await harness.platform.processes.worker.kill();
    await harness.platform.processes.worker.start();
    for (const [index, id] of ids.entries()) {
      const operationID = `withdrawal/${id}/payOut`;
      const [own, other] = [pair[index]!, pair[1 - index]!];
      own.settlePayout(operationID);
      await untilBody(
        () => merchant.get(`${WALLET}/withdrawals/${id}`),
        ({ status }) => status === 'Succeeded',
      );
      expect([own.listPayouts(operationID), other.listPayouts(operationID)]).toEqual([
        [index === 0 ? 9_900 : 59_400],
        [],
      ]);
    }
  },
);

test('two accounts of YooKassa are reconciled separately and without findings', async () => {
  const connectors = new AccountConnectors(accountSource(store));
  const window = { from: new Date(Date.now() - 600_000), to: new Date(Date.now() + 60_000) };
  const compare = async (name: string, connector: Connector | undefined) =>
    compareWindow(
      {
        ...{ database: store.database, name, connector: connector as Connector & ListingConnector },
        ...{ timeoutMs: 5_000, asOf: new Date(Date.now() + 3_600_000) },
        ...{ signal: new AbortController().signal, onProgress: () => undefined },
        onReturned: () => Promise.reject(new Error('nothing was returned')),
      },
      { pass: 'hour', window },
    );
  const [first, second] = [await connectors.find('yookassa-1'), await connectors.find('yookassa-2')];
  for (const [id, connector] of [['yookassa-1', first] as const, ['yookassa-2', second] as const]) {
    const { findings, operationCount } = await compare(id, connector);
    expect({ id, findings, isEmpty: operationCount === 0 }).toEqual({ id, findings: [], isEmpty: false });
  }
  const { findings } = await compare('yookassa-1', second);
  expect(findings.length).toBeGreaterThan(0);
});

test('ledger accounts and metrics are those of the account that moved the money', async () => {
  const balances = await harness.sql<{ account: string; balance: string }>(
    `SELECT split_part(id, '/', 2) AS account, (sum(debits_posted) - sum(credits_posted))::text AS balance
     FROM ledger_accounts WHERE kind = 'connector' GROUP BY 1 ORDER BY 1`,
  );
  await noteLabels();
  const expected = accounts.map(({ id }, index) => ({
    account: id,
    balance: String(WALKED.captured - WALKED.refunded - (index % 2 === 0 ? 9_900 : 59_400)),
  }));
  expect(balances).toEqual(expected.sort((one, other) => one.account.localeCompare(other.account)));
  // The sandbox, which has no payments, is reconciled too.
  labels.delete('sandbox');
  expect([...labels].sort()).toEqual(accounts.map(({ id }) => id).sort());
  for (const account of accounts) expect(account.readCredentials()).toEqual(account.expectedCredentials);
});

interface Receipted {
  amount: { value: string };
  receipt?: { items: { quantity: number; amount: { value: string } }[] };
}

test('receipts of payments, partial captures and partial refunds sum to their amounts', () => {
  const minor = ({ value }: { value: string }) => BigInt(value.replace('.', ''));
  const sums = yookassa.flatMap(({ standIn }) =>
    standIn.calls
      .filter(({ method, body }) => method === 'POST' && body['receipt'] !== undefined)
      .map(({ path, body }) => {
        const { amount, receipt } = body as unknown as Receipted;
        const items = receipt?.items ?? [];
        const sum = items.reduce((total, item) => total + minor(item.amount) * BigInt(item.quantity), 0n);
        return [path.replace(/[\da-f-]{36}/, 'ID'), minor(amount), sum] as const;
      }),
  );
  expect(sums.filter(([, amount, sum]) => amount !== sum)).toEqual([]);
  const seen = (path: string) => [...new Set(sums.filter(([at]) => at === path).map(([, amount]) => amount))].sort();
  expect(seen('/payments')).toEqual([10_000n]);
  expect(seen('/payments/ID/capture')).toEqual([10_000n, 6_001n]);
  expect(seen('/refunds')).toEqual([1n, 1_999n]);
});
