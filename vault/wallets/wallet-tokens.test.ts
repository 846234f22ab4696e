import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { VaultRefusal } from '../client/vault-client';
import { AppleSealer } from '../testing/apple-sealer';
import { GoogleSealer } from '../testing/google-sealer';
import { startTestVault, type TestVault } from '../testing/test-vault';
import { parseApplePayKeys } from './apple-keys';
import { parseGooglePayKeys } from './google-keys';

const PAN = '4111111111111111';
const google = new GoogleSealer();
let apple: AppleSealer;
let vault: TestVault;

beforeAll(async () => {
  apple = await AppleSealer.create();
  const GooglePay = parseGooglePayKeys(google.keysFile());
  vault = await startTestVault({ wallets: { GooglePay, ApplePay: parseApplePayKeys(apple.keysFile()) } });
});
afterAll(() => vault?.stop());

const aRequest = (token = google.seal(PAN)) => ({
  ...{ cardID: `c${randomBytes(15).toString('hex')}`, partyID: 'party-1', token, merchantID: 'shop-at-holdfast' },
  ...{ provider: 'GooglePay' as 'ApplePay' | 'GooglePay', deleteAfter: new Date(Date.now() + 60_000).toISOString() },
});
const anAppleRequest = (token = apple.seal(PAN)) => ({
  ...{ ...aRequest(token), provider: 'ApplePay' as const, merchantID: 'merchant.holdfast' },
});

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((given: unknown) => given);
  if (!(error instanceof VaultRefusal)) throw new Error('the vault refused nothing');
  return `${error.code} ${error.place}: ${error.message}`;
}

test('a token is opened once, also when it is given twice at the same moment, and its card is stored', async () => {
  const { api } = vault.clients;
  const request = aRequest();
  const answers = await Promise.allSettled([api.storeToken(request), api.storeToken(aRequest(request.token))]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [stored] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const plain = await api.storeCard({ partyID: 'party-1', cardNumber: PAN, expDate: '03/30' });
  expect(stored).toMatchObject({
    bin: '411111',
    lastDigits: '1111',
    expDate: '03/30',
    isNetworkToken: true,
    eci: '05',
  });
  expect(stored?.fingerprint).toBe(plain.fingerprint);
  expect(await reasonOf(api.storeToken(aRequest(request.token)))).toBe(
    'invalidRequest body.token: the token is refused: spent',
  );
  expect(vault.log.join('')).not.toContain('encryptedMessage');
});

test('64 requests at once with one token of Apple Pay store one card', async () => {
  const { token } = anAppleRequest();
  const { header, ...given } = JSON.parse(token);
  const transactionId = header.transactionId.toUpperCase();
  // The same bytes in other letters are the same token.
  const spellings = [token, JSON.stringify({ ...given, header: { ...header, transactionId } })];
  const answers = await Promise.allSettled(
    Array.from({ length: 64 }, (_, each) => vault.clients.api.storeToken(anAppleRequest(spellings[each % 2]))),
  );
  const stored = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(stored).toMatchObject([
    {
      ...{ bin: '411111', lastDigits: '1111', expDate: '03/30', isNetworkToken: true, eci: '05' },
      agreed: { amount: 10_000, numericCode: '643' },
    },
  ]);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.message] : []));
  expect(new Set(refused)).toEqual(new Set(['the token is refused: spent']));
  expect(vault.log.join('')).not.toContain(header.transactionId);
});

test('a wallet opens no token of another one, nor a huge one', async () => {
  const { api } = vault.clients;
  expect(await reasonOf(api.storeToken({ ...aRequest(), provider: 'ApplePay' }))).toMatch(/malformed$/);
  expect(await reasonOf(api.storeToken({ ...anAppleRequest(), provider: 'GooglePay' }))).toMatch(/malformed$/);
  expect(await reasonOf(api.storeToken(anAppleRequest('A'.repeat(17_000))))).toMatch(/^invalidRequest body.token/);
  expect(await reasonOf(api.storeToken(anAppleRequest('A'.repeat(700_000))))).toMatch(/^bodyTooLarge/);
});

test('a token of a card itself has no cryptogram', async () => {
  const details = { authMethod: 'PAN_ONLY', cryptogram: undefined, eciIndicator: undefined };
  const stored = await vault.clients.api.storeToken(aRequest(google.seal(PAN, { details })));
  expect(stored.isNetworkToken).toBe(false);
  expect(stored).not.toHaveProperty('eci');
});

test('only the API may have a token opened, and a refused one is not spent', async () => {
  const request = aRequest();
  expect(await reasonOf(vault.clients.worker.storeToken(request))).toMatch(/^forbidden/);
  expect(await reasonOf(vault.clients.api.storeToken({ ...request, merchantID: 'another' }))).toMatch(/merchant$/);
  expect((await vault.clients.api.storeToken(request)).lastDigits).toBe('1111');
});

test('a vault without keys of wallets opens nothing', async () => {
  const other = await startTestVault();
  for (const request of [aRequest(), anAppleRequest()])
    expect(await reasonOf(other.clients.api.storeToken(request))).toMatch(/merchant$/);
  await other.stop();
});

test('spent tokens are forgotten once they have expired', async () => {
  const client = new Client({ connectionString: vault.databaseUrl });
  await client.connect();
  await client.query(`UPDATE spent_tokens SET valid_until = now() - interval '1 second'`);
  const count = async () => Number((await client.query('SELECT FROM spent_tokens')).rowCount);
  for (const end = Date.now() + 20_000; (await count()) > 0 && Date.now() < end;)
    await new Promise((done) => setTimeout(done, 200));
  expect(await count()).toBe(0);
  await client.end();
});
