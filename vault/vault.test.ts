import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { VaultClient, VaultUnavailable } from './client/vault-client';
import { cardPlaceholder, type ForwardRequest } from './client/vault.types';
import { migrateVault, revertVault } from './database/migrate';
import { startTestVault, type TestVault } from './testing/test-vault';

const NUMBER = '4242424242424242';
const CARD = { partyID: 'party', cardNumber: NUMBER, expDate: '07/31', cardHolder: 'ANN "A" LEE', cvv: '123' };

let vault: TestVault;
let acquirerUrl: string;
let received: { body: string; type: string | undefined }[] = [];
let respond: (body: string) => { status: number; headers?: Record<string, string>; body: string; afterMs?: number };
const plain = (): ReturnType<typeof respond> => ({ status: 200, body: '{}' });

const acquirer = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    received.push({ body, type: request.headers['content-type'] });
    const { status, headers, body: text, afterMs = 0 } = respond(body);
    setTimeout(() => response.writeHead(status, headers).end(text), afterMs);
  });
});

beforeAll(async () => {
  vault = await startTestVault();
  await new Promise<void>((resolve) => acquirer.listen(0, '127.0.0.1', resolve));
  acquirerUrl = `http://127.0.0.1:${(acquirer.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  respond = plain;
});

afterAll(async () => {
  await vault.stop();
  acquirer.closeAllConnections();
  await new Promise((resolve) => acquirer.close(resolve));
});

const toForward = (fields: Partial<ForwardRequest> = {}): ForwardRequest => ({
  partyID: 'party',
  operationID: 'payment/1.1/authorise',
  method: 'POST',
  url: `${acquirerUrl}/charge`,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 5_000,
  ...fields,
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
  const json = {
    amount: 100,
    card: {
      number: field('number'),
      cvc: field('cvv'),
      to: `${field('expMonth')}-${field('expYear')}`,
      holder: field('holder'),
    },
  };
  await vault.clients.worker.forward(toForward({ body: JSON.stringify(json) }));
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    amount: 100,
    card: { number: NUMBER, cvc: '123', to: '07-2031', holder: 'ANN "A" LEE' },
  });
  const form = new URLSearchParams({ 'card[number]': field('number'), 'card[holder]': field('holder') }).toString();
  await vault.clients.worker.forward(
    toForward({ body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  );
  expect(Object.fromEntries(new URLSearchParams(received[1]?.body))).toEqual({
    'card[number]': NUMBER,
    'card[holder]': 'ANN "A" LEE',
  });
});

test('a CVV is used until it is deleted, and an optional one is then left out', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  await vault.clients.worker.deleteCvvs([{ cardID, partyID: 'another party' }]);
  await vault.clients.worker.deleteCvvs([{ cardID, partyID: 'party' }]);
  const number = cardPlaceholder(cardID, 'number');
  const optional = JSON.stringify({ number, cvv: cardPlaceholder(cardID, 'cvv', { isOptional: true }) });
  await vault.clients.worker.forward(toForward({ body: optional }));
  expect(received.map(({ body }) => body)).toEqual([JSON.stringify({ number: NUMBER })]);
  const required = JSON.stringify({ number, cvv: cardPlaceholder(cardID, 'cvv') });
  await expect(vault.clients.worker.forward(toForward({ body: required }))).rejects.toMatchObject({
    code: 'invalidRequest',
  });
  expect(received).toHaveLength(1);
});

test('a response that echoes the card is masked in body and headers', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  respond = () => ({
    status: 402,
    headers: { 'x-card': NUMBER },
    body: JSON.stringify({ number: NUMBER, spaced: '4242 4242-4242 4242', cvc: '123', amount: 123 }),
  });
  const response = await vault.clients.worker.forward(
    toForward({ body: JSON.stringify({ n: cardPlaceholder(cardID, 'number') }) }),
  );
  expect(response.status).toBe(402);
  expect(response.headers['x-card']).toBe('424242******4242');
  expect(JSON.parse(response.body)).toEqual({
    number: '424242******4242',
    spaced: '424242******4242',
    cvc: '***',
    amount: 123,
  });
});

test('a deleted card is gone from the tables, and its deletion is in the audit', async () => {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  await vault.clients.worker.deleteCard({ cardID, partyID: 'other' });
  expect(await sql('SELECT id FROM cards WHERE id = $1', [cardID])).toHaveLength(1);
  await vault.clients.worker.deleteCard({ cardID, partyID: 'party' });
  await vault.clients.worker.deleteCard({ cardID, partyID: 'party' });
  expect(
    await sql('SELECT id FROM cards WHERE id = $1 UNION SELECT card_id FROM cvvs WHERE card_id = $1', [cardID]),
  ).toEqual([]);
  expect(await sql('SELECT caller, action FROM audit_log WHERE card_id = $1 ORDER BY id', [cardID])).toEqual([
    { caller: 'api', action: 'store' },
    { caller: 'worker', action: 'delete' },
  ]);
});

test('the outcomes of requests are recorded in batches, and those that wait when the vault stops', async () => {
  const own = await startTestVault();
  const { clients, databaseUrl } = own;
  const { cardID } = await clients.api.storeCard(CARD);
  const body = JSON.stringify({ n: cardPlaceholder(cardID, 'number') });
  const outcomes = (): Promise<unknown[]> =>
    sql(`SELECT action, outcome FROM audit_log WHERE card_id = $1 ORDER BY id`, [cardID], databaseUrl);
  await clients.worker.forward(toForward({ body }));
  const url = 'http://127.0.0.1:1/';
  await expect(clients.worker.forward(toForward({ body, url }))).rejects.toMatchObject({ code: 'notSent' });
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
  const body = JSON.stringify({ n: cardPlaceholder(cardID, 'number') });
  await expect(vault.clients.api.forward(toForward({ body }))).rejects.toMatchObject({ code: 'forbidden' });
  await expect(vault.clients.operator.forward(toForward({ body }))).rejects.toMatchObject({ code: 'forbidden' });
  await expect(vault.clients.worker.storeCard(CARD)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(vault.clients.worker.rotate()).rejects.toMatchObject({ code: 'forbidden' });
  const unknown = new VaultClient({
    url: vault.url,
    tls: { ca: vault.authority.cert, ...(await vault.authority.issue('web')) },
  });
  await expect(unknown.storeCard(CARD)).rejects.toMatchObject({ code: 'forbidden' });
  await unknown.close();
  expect(received).toEqual([]);
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
  await vault.clients.worker.forward(toForward({ body: JSON.stringify({ n: cardPlaceholder(cardID, 'number') }) }));
  const tables = ['cards', 'cvvs', 'secrets', 'audit_log'];
  const rows = await Promise.all(
    tables.map(async (table) => sql<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)),
  );
  const written = [...rows.flat().map(({ text }) => text), ...vault.log].join('\n');
  expect(vault.log.join()).toContain('POST /v1/forward');
  const hex = Buffer.from(NUMBER).toString('hex');
  for (const secret of [NUMBER, hex, 'ANN']) expect(written).not.toContain(secret);
});
