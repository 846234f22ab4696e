import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { VaultRefusal } from '../client/vault-client';
import { GoogleSealer } from '../testing/google-sealer';
import { startTestVault, type TestVault } from '../testing/test-vault';
import { parseGooglePayKeys } from './google-keys';

const PAN = '4111111111111111';
const sealer = new GoogleSealer();
let vault: TestVault;

beforeAll(async () => {
  vault = await startTestVault({ googlePay: parseGooglePayKeys(sealer.keysFile()) });
});
afterAll(() => vault?.stop());

const aRequest = (token = sealer.seal(PAN)) => ({
  ...{ cardID: `c${randomBytes(15).toString('hex')}`, partyID: 'party-1', token, merchantID: 'shop-at-holdfast' },
  deleteAfter: new Date(Date.now() + 60_000).toISOString(),
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

test('a token of a card itself has no cryptogram', async () => {
  const details = { authMethod: 'PAN_ONLY', cryptogram: undefined, eciIndicator: undefined };
  const stored = await vault.clients.api.storeToken(aRequest(sealer.seal(PAN, { details })));
  expect(stored.isNetworkToken).toBe(false);
  expect(stored).not.toHaveProperty('eci');
});

test('only the API may have a token opened, and a refused one is not spent', async () => {
  const request = aRequest();
  expect(await reasonOf(vault.clients.worker.storeToken(request))).toMatch(/^forbidden/);
  expect(await reasonOf(vault.clients.api.storeToken({ ...request, merchantID: 'another' }))).toMatch(/merchant$/);
  expect((await vault.clients.api.storeToken(request)).lastDigits).toBe('1111');
});

test('a vault without keys of Google Pay opens nothing', async () => {
  const other = await startTestVault();
  expect(await reasonOf(other.clients.api.storeToken(aRequest()))).toMatch(/merchant$/);
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
