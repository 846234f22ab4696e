import { generateKeyPairSync } from 'node:crypto';
import { Pool } from 'pg';
import { tbankToken } from '../../connectors/tbank/tbank-token';
import { CARD_KEY, readCardData } from '../../connectors/tbank/testing/card-data';
import { createLogger } from '../../runtime/logger';
import { emptyDatabase } from '../../tests/harness/database';
import { RegisteredAccounts, digest } from '../accounts/accounts';
import { Cards } from '../cards/cards';
import { FingerprintKey } from '../cards/fingerprint-key';
import { cardPlaceholder, type ForwardRequest } from '../client/vault.types';
import { migrateVault } from '../database/migrate';
import { DataKeys } from '../keys/data-keys';
import { newKey } from '../keys/key-encryption';
import { LocalKeys } from '../keys/local-keys';
import { AUTHORIZATION, startAcquirer, type TestAcquirer } from '../testing/test-acquirer';
import { Acquirers } from './acquirers';
import { Forwarder } from './forward';
import { Outcomes } from './outcomes';
import { UseLimits } from './use-limits';

const NUMBER = '4242424242424242';
const FROM = { caller: 'worker', certificate: 'AA:BB' };

let pool: Pool;
let acquirer: TestAcquirer;
let acquirers: Acquirers;
let accounts: RegisteredAccounts;
let outcomes: Outcomes;
let cards: Cards;
let cardID: string;

beforeAll(async () => {
  const connectionString = await emptyDatabase();
  await migrateVault(connectionString);
  pool = new Pool({ connectionString });
  acquirer = await startAcquirer();
  acquirers = new Acquirers({ origins: ['http://127.0.0.1:*'], privateNetworks: ['127.0.0.0/8'] });
  const dataKeys = new DataKeys(new LocalKeys([newKey()]));
  cards = new Cards({ pool, dataKeys, fingerprintKey: new FingerprintKey(pool, dataKeys), cvvSeconds: 60 });
  accounts = new RegisteredAccounts(pool);
  const registration = { connector: 'sandbox', urls: [acquirer.url], credentials: [digest(AUTHORIZATION)], fixed: {} };
  await accounts.register('sandbox', registration, 'api');
});

beforeEach(async () => {
  acquirer.reset();
  const logger = createLogger({ process: 'test', level: 'info', destination: { write: () => undefined } });
  outcomes = new Outcomes({ pool, logger });
  cardID = (await cards.store({ partyID: 'party', cardNumber: NUMBER }, 'api')).cardID;
});

afterEach(async () => outcomes.settle());

afterAll(async () => {
  await acquirers.close();
  await acquirer.close();
  await pool.end();
});

function createForwarder({ usesPerCard = 100 } = {}): Forwarder {
  const limits = new UseLimits({ usesPerCard, usesPerCertificate: 100, onReached: () => undefined });
  return new Forwarder({ accounts, cards, acquirers, outcomes, limits });
}

const refusal = async (forwarder: Forwarder, fields: Partial<ForwardRequest> = {}): Promise<unknown> =>
  forwarder.forward(acquirer.request(cardID, fields), FROM).then(
    () => 'accepted',
    ({ name }: Error) => name,
  );

/** What the audit log has of the card after it was stored. */
async function readUses(): Promise<unknown[]> {
  await outcomes.settle();
  const text = `SELECT caller, account, operation_id AS operation, origin, outcome FROM audit_log
    WHERE card_id = $1 AND action = 'forward' ORDER BY id`;
  return (await pool.query(text, [cardID])).rows;
}

test('an answer has its status, headers and body only, and both the use and its outcome are recorded', async () => {
  acquirer.respond = () => ({ status: 402, headers: { 'retry-after': '1' }, body: '{"status":"declined"}' });
  expect(await createForwarder().forward(acquirer.request(cardID), FROM)).toEqual({
    ...{ status: 402, headers: { 'retry-after': '1' }, body: '{"status":"declined"}' },
  });
  const use = { caller: 'worker', account: 'sandbox', operation: 'payment/1.1/authorise', origin: acquirer.url };
  expect(await readUses()).toEqual([
    { ...use, outcome: 'opened' },
    { ...use, outcome: '402' },
  ]);
});

test('the outcome of a request without an answer is the name of its error', async () => {
  acquirer.respond = () => ({ status: 200, body: '{}', afterMs: 2_000 });
  expect(await refusal(createForwarder(), { timeoutMs: 200 })).toBe('NoAcquirerAnswer');
  expect(await readUses()).toMatchObject([{ outcome: 'opened' }, { outcome: 'NoAcquirerAnswer' }]);
});

test('the acquirer gets the time that opening the card has left, and a moment at least', async () => {
  const send = jest.spyOn(acquirers, 'send');
  let nowMs = 5_000;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const open = jest.spyOn(cards, 'decrypt').mockImplementation(async () => {
    nowMs += 300.5;
    return Promise.resolve({ cardNumber: NUMBER });
  });
  await createForwarder().forward(acquirer.request(cardID, { timeoutMs: 9_000 }), FROM);
  await refusal(createForwarder(), { timeoutMs: 300 });
  for (const spy of [now, open]) spy.mockRestore();
  expect(send.mock.calls.map(([{ timeoutMs }]) => timeoutMs)).toEqual([8_699, 1]);
  send.mockRestore();
});

test('a refused request uses no card: its address, its account, its body or a limit', async () => {
  const forwarder = createForwarder({ usesPerCard: 1 });
  const place = cardPlaceholder(cardID, 'number');
  const json = { 'content-type': 'application/json' };
  expect(await refusal(forwarder, { url: 'https://evil.example/operations' })).toBe('OriginNotAllowed');
  expect(await refusal(forwarder, { headers: json })).toBe('AccountRefused');
  expect(await refusal(forwarder, { headers: { authorization: AUTHORIZATION } })).toBe('InvalidRequest');
  expect(await refusal(forwarder, { body: JSON.stringify({ description: place }) })).toBe('InvalidRequest');
  expect(await readUses()).toEqual([]);
  // A body of its own: a request that an earlier test gave up may arrive now.
  const body = JSON.stringify({ description: 'counted', paymentTool: { cardNumber: place } });
  expect(await refusal(forwarder, { body })).toBe('accepted');
  expect(await refusal(forwarder, { body })).toBe('LimitReached');
  expect(acquirer.received.filter((request) => request.body.includes('counted'))).toHaveLength(1);
  expect(await readUses()).toMatchObject([{ outcome: 'opened' }, { outcome: '200' }]);
});

test('a card rests only after its number was sent back', async () => {
  const forwarder = createForwarder();
  expect([await refusal(forwarder), await refusal(forwarder)]).toEqual(['accepted', 'accepted']);
  acquirer.respond = () => ({ status: 200, body: JSON.stringify({ connectorReference: NUMBER }) });
  const { body } = await forwarder.forward(acquirer.request(cardID), FROM);
  expect(body).toBe('{"connectorReference":"****"}');
  expect(await refusal(forwarder)).toBe('LimitReached');
});

test('a card that an acquirer takes encrypted is sealed with the key of its account, and the credentials stay', async () => {
  const authorization = 'terminal:password';
  const fixed = { TerminalKey: 'terminal', CardKey: CARD_KEY };
  const credentials = [digest(authorization)];
  await accounts.register('bank', { connector: 'tbank', urls: [acquirer.url], credentials, fixed }, 'api');
  const forwarder = createForwarder();
  const send = (change: object) => {
    const CardData = { PAN: cardPlaceholder(cardID, 'number'), ExpDate: '1229' };
    const headers = { 'content-type': 'application/json', authorization, accept: 'text/html' };
    const body = JSON.stringify({ ...fixed, PaymentId: '1', CardData, ...change });
    return refusal(forwarder, { account: 'bank', url: `${acquirer.url}/FinishAuthorize`, headers, body });
  };
  expect(await send({})).toBe('accepted');
  const [{ headers, body } = { headers: {}, body: '{}' }] = acquirer.received.slice(-1);
  expect(headers).not.toHaveProperty('authorization');
  const sealed = JSON.parse(body) as Record<string, unknown>;
  expect(readCardData(sealed['CardData'])).toEqual({ PAN: NUMBER, ExpDate: '1229' });
  expect(sealed).toMatchObject({ PaymentId: '1', Token: tbankToken(sealed, 'password') });
  expect(sealed).not.toHaveProperty('CardKey');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const foreign = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  for (const change of [{ CardKey: foreign }, { CardKey: [CARD_KEY] }, { CardKey: undefined }, { TerminalKey: 'b' }])
    expect(await send(change)).toBe('AccountRefused');
  const spread = { CardData: cardPlaceholder(cardID, 'number') };
  expect(await send(spread)).toBe('InvalidRequest');
  expect(acquirer.received).toHaveLength(1);
});

test('a card that is not there is not sent, and its use has no outcome', async () => {
  expect(await refusal(createForwarder(), { partyID: 'other' })).toBe('CardNotFound');
  expect(acquirer.received).toEqual([]);
  expect(await readUses()).toEqual([]);
});
