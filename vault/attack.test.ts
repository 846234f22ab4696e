import { Client } from 'pg';
import { Agent } from 'undici';
import { randomBytes } from 'node:crypto';
import { VaultClient } from './client/vault-client';
import { cardPlaceholder, type ForwardRequest } from './client/vault.types';
import { createAuthority } from './certificates/certificates';
import { addKey, createKeyFile } from './custodian/key-file';
import { FileKeys } from './keys/file-keys';
import { LocalKeys } from './keys/local-keys';
import { AUTHORIZATION, startAcquirer, type TestAcquirer } from './testing/test-acquirer';
import { startTestVault, type TestVault } from './testing/test-vault';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const NUMBER = '5555555555554444';
const CARD = { partyID: 'party', cardNumber: NUMBER, expDate: '07/31', cvv: '737' };

let vault: TestVault;
let acquirer: TestAcquirer;

beforeAll(async () => {
  [vault, acquirer] = await Promise.all([
    startTestVault({ origins: ['http://127.0.0.1:*', 'http://169.254.169.254', 'http://localhost:*'] }),
    startAcquirer(),
  ]);
  await acquirer.register(vault);
});

beforeEach(() => acquirer.reset());

afterAll(async () => {
  await vault.stop();
  await acquirer.close();
});

async function forwardOf(fields: Partial<ForwardRequest> = {}): Promise<ForwardRequest> {
  const { cardID } = await vault.clients.api.storeCard(CARD);
  return acquirer.request(cardID, fields);
}

const account = (url: string) => ({ connector: 'sandbox', urls: [url], credentials: [AUTHORIZATION] });

const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    ({ code, name }: { code?: string; name: string }) => code ?? name,
  );

test('a certificate of another authority, or none, opens no connection', async () => {
  const foreign = await createAuthority();
  const certificate = await foreign.issue('worker');
  const client = new VaultClient({ url: vault.url, tls: { ca: vault.authority.cert, ...certificate } });
  expect(await refusal(client.storeCard(CARD))).toBe('VaultUnavailable');
  await client.close();
  const bare = new Agent({ connect: { ca: vault.authority.cert } });
  await expect(bare.request({ origin: vault.url, path: '/v1/status', method: 'GET' })).rejects.toThrow();
  await bare.close();
});

test('a client refuses a server that has another authority', async () => {
  const foreign = await createAuthority();
  const { cert, key } = vault.certificates.api;
  const client = new VaultClient({ url: vault.url, tls: { ca: foreign.cert, cert, key } });
  expect(await refusal(client.storeCard(CARD))).toBe('VaultUnavailable');
  await client.close();
});

test.each([
  ['http://169.254.169.254/latest/meta-data', 'originNotAllowed'],
  ['http://[::ffff:127.0.0.1]:80/', 'originNotAllowed'],
  ['http://2130706433:1/operations', 'notSent'],
  ['https://evil.example/', 'originNotAllowed'],
  ['http://127.0.0.1:80@evil.example/', 'originNotAllowed'],
  ['http://user:secret@127.0.0.1:80/', 'originNotAllowed'],
  ['http://127.0.0.1.evil.example:80/', 'originNotAllowed'],
  ['ftp://127.0.0.1/', 'invalidRequest'],
  ['file:///etc/passwd', 'invalidRequest'],
])('a card is not sent to %s', async (url, code) => {
  await vault.clients.api.registerAccount(
    'sandbox',
    account(url.replace(/^(ftp|file).*/, 'http://x').replace(/\/operations$/, '')),
  );
  expect(await refusal(vault.clients.worker.forward(await forwardOf({ url })))).toBe(code);
  await acquirer.register(vault);
});

test('a name that resolves to a private address gets no card unless its network is named', async () => {
  const closed = await startTestVault({ origins: ['http://localhost:*'], privateNetworks: [] });
  const { cardID } = await closed.clients.api.storeCard(CARD);
  const url = acquirer.url.replace('127.0.0.1', 'localhost');
  await closed.clients.api.registerAccount('sandbox', account(url));
  const request = acquirer.request(cardID, { url: `${url}/operations` });
  expect(await refusal(closed.clients.worker.forward(request))).toBe('notSent');
  await closed.stop();
  expect(acquirer.received).toEqual([]);
});

test('a redirect is returned and not followed', async () => {
  acquirer.respond = () => ({ status: 307, headers: { location: `${acquirer.url}/elsewhere` }, body: '' });
  expect((await vault.clients.worker.forward(await forwardOf())).status).toBe(307);
  expect(acquirer.received).toHaveLength(1);
});

test.each([
  ['GET', '/', '', 404],
  ['GET', '/v1/cards/%E0%A4%A?partyID=party', '', 404],
  ['GET', '/v1/cards/../status', '', 404],
  ['GET', '/v1/cards/c1', '', 400],
  ['POST', '/v1/cards/constructor', '{}', 404],
  ['PUT', '/v1/cards', '{}', 404],
  ['POST', '/v1/cards', '', 400],
  ['POST', '/v1/cards', '[]', 400],
  ['POST', '/v1/cards', `{"cardNumber":"${NUMBER}"`, 400],
  ['POST', '/v1/cards', `{"__proto__":{"partyID":"party"},"cardNumber":"${NUMBER}"}`, 400],
] as const)(
  '%s %s with the body %s is refused, and the response does not quote it',
  async (method, path, body, status) => {
    const agent = new Agent({ connect: vault.certificates.api });
    const sent = body === '' ? {} : { body };
    const response = await agent.request({ origin: vault.url, method, path, ...sent });
    const text = await response.body.text();
    await agent.close();
    expect([response.statusCode, text.includes(NUMBER)]).toEqual([status, false]);
  },
);

test('a request that is cut off leaves the vault serving others', async () => {
  const agent = new Agent({ connect: vault.certificates.api });
  async function* cutOff(): AsyncGenerator<string> {
    yield '{"partyID":"party",';
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Error('cut off');
  }
  const request = { origin: vault.url, method: 'POST', path: '/v1/cards', body: Readable.from(cutOff()) } as const;
  await expect(agent.request(request)).rejects.toThrow('cut off');
  await agent.destroy();
  expect((await vault.clients.api.storeCard(CARD)).bin).toBe('555555');
});

test('a body of a megabyte is refused', async () => {
  const body = JSON.stringify({ pad: 'x'.repeat(1_000_000) });
  expect(await refusal(vault.clients.worker.forward(await forwardOf({ body })))).toBe('bodyTooLarge');
  expect(acquirer.received).toEqual([]);
});

test('a slow acquirer, a closed port and a huge response have different errors', async () => {
  acquirer.respond = () => ({ status: 200, body: '{}', afterMs: 2_000 });
  expect(await refusal(vault.clients.worker.forward(await forwardOf({ timeoutMs: 200 })))).toBe('noAnswer');
  await vault.clients.api.registerAccount('closed', account('http://127.0.0.1:1'));
  const closed = { account: 'closed', url: 'http://127.0.0.1:1/operations' };
  expect(await refusal(vault.clients.worker.forward(await forwardOf(closed)))).toBe('notSent');
  acquirer.respond = () => ({ status: 200, body: 'x'.repeat(2_000_000) });
  expect(await refusal(vault.clients.worker.forward(await forwardOf()))).toBe('noAnswer');
});

test('64 callers at once store, use and delete their cards', async () => {
  const one = async (index: number): Promise<string> => {
    const cardNumber = `4${String(index).padStart(15, '0')}`;
    const { cardID } = await vault.clients.api.storeCard({ partyID: `party-${index}`, cardNumber });
    const paymentTool = { cardNumber: cardPlaceholder(cardID, 'number') };
    const fields = { partyID: `party-${index}`, body: JSON.stringify({ paymentTool, index }) };
    await vault.clients.worker.forward(acquirer.request(cardID, fields));
    await vault.clients.operator.deleteCard({ cardID, partyID: `party-${index}` });
    return JSON.stringify({ paymentTool: { cardNumber }, index });
  };
  const sent = await Promise.all(Array.from({ length: 64 }, (_, index) => one(index)));
  expect(acquirer.received.map(({ body }) => body).sort()).toEqual(sent.sort());
});

test('a rotation under use rewraps every key, and cards stay usable without the old one', async () => {
  const [old, current] = [randomBytes(32), randomBytes(32)];
  const first = await startTestVault({ provider: new LocalKeys([old]) });
  const cards = await Promise.all(Array.from({ length: 40 }, () => first.clients.api.storeCard(CARD)));
  await first.stop();
  const { databaseUrl } = first;
  const both = await startTestVault({ databaseUrl, provider: new LocalKeys([current, old]) });
  await acquirer.register(both);
  const use = async (running: TestVault, cardID = ''): Promise<unknown> =>
    running.clients.worker.forward(acquirer.request(cardID));
  const rotating = (async () => {
    const steps = [];
    for (let remaining = 1; remaining > 0;) {
      const progress = await both.clients.operator.rotate(10);
      remaining = progress.remaining;
      steps.push(progress.rewrapped);
    }
    return steps;
  })();
  await Promise.all(cards.map(async ({ cardID }) => use(both, cardID)));
  expect((await rotating).reduce((sum, step) => sum + step, 0)).toBe(41);
  expect(Object.keys((await both.clients.operator.status()).cardsByKey)).toHaveLength(1);
  await both.stop();
  const last = await startTestVault({ databaseUrl, provider: new LocalKeys([current]) });
  const again = await last.clients.api.storeCard(CARD);
  expect(again.fingerprint).toBe(cards[0]?.fingerprint);
  for (const { cardID } of cards.slice(0, 5)) await use(last, cardID);
  await last.stop();
});

test('a vault with a key file is locked after each start until both custodians have given their shares', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'vault-file-')), 'keys');
  const shares = createKeyFile(file);
  const locked = await startTestVault({ provider: new FileKeys(file) });
  expect(await refusal(locked.clients.api.storeCard(CARD))).toBe('VaultUnavailable');
  expect(await locked.clients.operator.status()).toMatchObject({ state: 'locked', missingShares: 2 });
  expect(await refusal(locked.clients.worker.unlock(shares[0]))).toBe('forbidden');
  expect(await refusal(locked.clients.operator.unlock('1.wrong'))).toBe('invalidRequest');
  expect((await locked.clients.operator.unlock(shares[0])).missingShares).toBe(1);
  expect((await locked.clients.operator.unlock(shares[1])).state).toBe('ready');
  const { cardID } = await locked.clients.api.storeCard(CARD);
  addKey(file, shares);
  expect(await locked.clients.operator.rotate()).toMatchObject({ rewrapped: 2, remaining: 0 });
  await locked.stop();
  expect(locked.log.join('')).not.toContain(shares[0].slice(2, 20));
  expect(cardID).toMatch(/^c[0-9a-z]{24}$/);
});

test('the audit log is append-only, and its chain shows a change made around it', async () => {
  await vault.clients.worker.forward(await forwardOf());
  const database = new Client({ connectionString: vault.databaseUrl });
  await database.connect();
  for (const change of ['DELETE FROM audit_log', `UPDATE audit_log SET caller = 'x'`, 'TRUNCATE audit_log']) {
    await expect(database.query(change)).rejects.toThrow('append-only');
  }
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    if ((await vault.clients.operator.verifyAudit()).unchained === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const verified = await vault.clients.operator.verifyAudit();
  expect(verified).toMatchObject({ unchained: 0, head: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(verified.brokenAt).toBeUndefined();
  await database.query('ALTER TABLE audit_log DISABLE TRIGGER ALL');
  await database.query(`UPDATE audit_log SET caller = 'x' WHERE place = 3`);
  await database.query('DELETE FROM audit_log WHERE place = 5');
  expect((await vault.clients.operator.verifyAudit()).brokenAt).toBe(3);
  await database.end();
});
