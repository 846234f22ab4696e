import { Client } from 'pg';
import { VaultClient, VaultUnavailable } from './client/vault-client';
import { cardPlaceholder } from './client/vault.types';
import { migrateVault, revertVault } from './database/migrate';
import { AUTHORIZATION, startAcquirer, type TestAcquirer } from './testing/test-acquirer';
import { startTestVault, type TestVault } from './testing/test-vault';

const NUMBER = '4242424242424242';
const CARD = { partyID: 'party', cardNumber: NUMBER, expDate: '07/31', cardHolder: 'ANN "A" LEE', cvv: '123' };

let vault: TestVault;
let acquirer: TestAcquirer;

beforeAll(async () => {
  [vault, acquirer] = await Promise.all([startTestVault(), startAcquirer()]);
  await acquirer.register(vault);
});

beforeEach(() => acquirer.reset());

afterAll(async () => {
  await vault.stop();
  await acquirer.close();
});

async function sql<Row>(text: string, values: unknown[] = [], databaseUrl = vault.databaseUrl): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('a stored card is shown as a mask, and only to its party', async () => {
  const { cardID, ...stored } = await vault.clients.api.storeCard(CARD);
  const again = await vault.clients.api.storeCard({ ...CARD, partyID: 'other', cvv: '999' });
  expect(stored).toMatchObject({ bin: '424242', lastDigits: '4242', expDate: '07/31', fingerprint: again.fingerprint });
  expect(await vault.clients.api.getCard({ cardID, partyID: 'party' })).toEqual({
    cardID,
    bin: '424242',
    lastDigits: '4242',
    expDate: '07/31',
  });
  await expect(vault.clients.api.getCard({ cardID, partyID: 'other' })).rejects.toMatchObject({ code: 'cardNotFound' });
});

test('a forwarded body gets the card in JSON and in a form', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  const field = (name: Parameters<typeof cardPlaceholder>[1]) => cardPlaceholder(cardID, name);
  const paymentTool = { cardNumber: field('number'), cvv: field('cvv'), cardHolder: field('holder') };
  const destination = { expDate: field('expDate') };
  await vault.clients.worker.forward(
    acquirer.request(cardID, { body: JSON.stringify({ amount: 100, paymentTool, destination }) }),
  );
  expect(JSON.parse(acquirer.received[0]?.body ?? '')).toEqual({
    amount: 100,
    paymentTool: { cardNumber: NUMBER, cvv: '123', cardHolder: 'ANN "A" LEE' },
    destination: { expDate: '07/31' },
  });
  const stripe = { connector: 'stripe', urls: [acquirer.url], credentials: [AUTHORIZATION] };
  await vault.clients.api.registerAccount('stripe', stripe);
  const fields = { 'card[number]': field('number'), 'billing_details[name]': field('holder'), type: 'card' };
  await vault.clients.worker.forward(
    acquirer.request(cardID, {
      ...{ account: 'stripe', url: `${acquirer.url}/v1/payment_methods` },
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: AUTHORIZATION },
      body: new URLSearchParams(fields).toString(),
    }),
  );
  expect(Object.fromEntries(new URLSearchParams(acquirer.received[1]?.body))).toEqual({
    'card[number]': NUMBER,
    'billing_details[name]': 'ANN "A" LEE',
    type: 'card',
  });
});

test('a CVV is used until it is deleted, and an optional one is then left out', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  await vault.clients.worker.deleteCvvs([{ cardID, partyID: 'another party' }]);
  await vault.clients.worker.deleteCvvs([{ cardID, partyID: 'party' }]);
  const cardNumber = cardPlaceholder(cardID, 'number');
  const send = (cvv: string) =>
    vault.clients.worker.forward(
      acquirer.request(cardID, { body: JSON.stringify({ paymentTool: { cardNumber, cvv } }) }),
    );
  await send(cardPlaceholder(cardID, 'cvv', { isOptional: true }));
  const sent = JSON.stringify({ paymentTool: { cardNumber: NUMBER } });
  expect(acquirer.received.map(({ body }) => body)).toEqual([sent]);
  await expect(send(cardPlaceholder(cardID, 'cvv'))).rejects.toMatchObject({ code: 'invalidRequest' });
  expect(acquirer.received).toHaveLength(1);
});

test('a deleted card is gone from the tables, and its deletion is in the audit', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  await vault.clients.operator.deleteCard({ cardID, partyID: 'other' });
  expect(await sql('SELECT id FROM cards WHERE id = $1', [cardID])).toHaveLength(1);
  await vault.clients.operator.deleteCard({ cardID, partyID: 'party' });
  await vault.clients.operator.deleteCard({ cardID, partyID: 'party' });
  expect(
    await sql('SELECT id FROM cards WHERE id = $1 UNION SELECT card_id FROM cvvs WHERE card_id = $1', [cardID]),
  ).toEqual([]);
  expect(await sql('SELECT caller, action FROM audit_log WHERE card_id = $1 ORDER BY id', [cardID])).toEqual([
    { caller: 'api', action: 'store' },
    { caller: 'operator', action: 'delete' },
  ]);
});

test('the outcomes of requests are recorded in batches, and those that wait when the vault stops', async () => {
  const own = await startTestVault();
  const { clients, databaseUrl } = own;
  await acquirer.register(own);
  const { cardID } = await clients.api.storeCard(CARD);
  const outcomes = (): Promise<unknown[]> =>
    sql(`SELECT action, outcome FROM audit_log WHERE card_id = $1 ORDER BY id`, [cardID], databaseUrl);
  await clients.worker.forward(acquirer.request(cardID));
  const closed = { connector: 'sandbox', urls: ['http://127.0.0.1:1'], credentials: [AUTHORIZATION] };
  await clients.api.registerAccount('closed', closed);
  const unsent = acquirer.request(cardID, { account: 'closed', url: 'http://127.0.0.1:1/operations' });
  await expect(clients.worker.forward(unsent)).rejects.toMatchObject({ code: 'notSent' });
  const opened = { action: 'forward', outcome: 'opened' };
  expect((await outcomes()).slice(0, 3)).toEqual([{ action: 'store', outcome: 'done' }, opened, opened]);
  await own.stop();
  expect((await outcomes()).slice(3)).toEqual([
    { action: 'forward', outcome: '200' },
    { action: 'forward', outcome: 'NotSent' },
  ]);
});

test('each certificate allows its own operations only', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  const { api, worker, operator } = vault.clients;
  const card = { cardID, partyID: 'party' };
  const forbidden = [
    api.forward(acquirer.request(cardID)),
    api.deleteCard(card),
    api.removeAccount('sandbox'),
    api.cancelDeletions(),
    operator.forward(acquirer.request(cardID)),
    operator.keepCard(card),
    worker.storeCard(CARD),
    worker.keepCard(card),
    worker.rotate(),
    worker.cancelDeletions(),
    worker.registerAccount('sandbox', { connector: 'sandbox', urls: [acquirer.url], credentials: ['own'] }),
    worker.removeAccount('sandbox'),
  ];
  for (const call of forbidden) await expect(call).rejects.toMatchObject({ code: 'forbidden' });
  const unknown = new VaultClient({
    url: vault.url,
    tls: { ca: vault.authority.cert, ...(await vault.authority.issue('web')) },
  });
  await expect(unknown.storeCard(CARD)).rejects.toMatchObject({ code: 'forbidden' });
  await unknown.close();
  expect(acquirer.received).toEqual([]);
});

test('an empty database gets the schema, and its migrations can be reverted', async () => {
  const other = await startTestVault();
  await other.stop();
  await revertVault(other.databaseUrl);
  await migrateVault(other.databaseUrl);
  const unreachable = new VaultClient({ url: other.url, tls: vault.certificates.api });
  await expect(unreachable.storeCard(CARD)).rejects.toBeInstanceOf(VaultUnavailable);
  await unreachable.close();
});

test('neither the tables nor the log hold a card', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  await vault.clients.worker.forward(acquirer.request(cardID));
  const tables = ['cards', 'cvvs', 'secrets', 'accounts', 'audit_log'];
  const rows = await Promise.all(
    tables.map(async (table) => sql<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)),
  );
  const written = [...rows.flat().map(({ text }) => text), ...vault.log].join('\n');
  expect(vault.log.join()).toContain('POST /v1/forward');
  const hex = Buffer.from(NUMBER).toString('hex');
  for (const secret of [NUMBER, hex, 'ANN', AUTHORIZATION]) expect(written).not.toContain(secret);
});
