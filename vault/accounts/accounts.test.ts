import { Pool } from 'pg';
import type { CardRules } from '../../connectors/card-rules';
import { emptyDatabase } from '../../tests/harness/database';
import { migrateVault } from '../database/migrate';
import { AccountRefused, RegisteredAccounts, digest, keepHeaders } from './accounts';

const MAX_AGE_MS = 5_000;
const REFUSED = 'the account is unknown, or has not this address or these credentials';

let pool: Pool;
let accounts: RegisteredAccounts;
let nowMs: number;

beforeAll(async () => {
  const connectionString = await emptyDatabase();
  await migrateVault(connectionString);
  pool = new Pool({ connectionString });
});

beforeEach(async () => {
  await pool.query('DELETE FROM accounts');
  accounts = new RegisteredAccounts(pool);
  nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => jest.restoreAllMocks());

afterAll(async () => pool.end());

const registration = (fields: { connector?: string; urls?: string[]; keys?: string[]; fixed?: object } = {}) => ({
  connector: fields.connector ?? 'sandbox',
  urls: fields.urls ?? ['https://acquirer.example'],
  credentials: (fields.keys ?? ['key']).map(digest),
  fixed: { ...fields.fixed },
});

const request = ({ url = 'https://acquirer.example/operations', method = 'POST', headers = {} } = {}) => ({
  method: method as 'POST',
  url: new URL(url),
  headers: { authorization: 'key', ...headers },
});

const isAllowed = async (given = request(), from = accounts): Promise<boolean> =>
  from.allow('shop', given).then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(AccountRefused);
      expect(error).toMatchObject({ name: 'AccountRefused', message: REFUSED });
      return false;
    },
  );

test.each([
  [['https://acquirer.example'], 'https://acquirer.example/operations', true],
  [['https://acquirer.example/'], 'https://acquirer.example/operations', true],
  [['https://acquirer.example/api'], 'https://acquirer.example/api/operations', true],
  [['https://acquirer.example/api/'], 'https://acquirer.example/api/operations', true],
  [['https://acquirer.example/api'], 'https://acquirer.example/operations', false],
  [['https://acquirer.example/api/x'], 'https://acquirer.example/api/operations', false],
  [['https://acquirer.example'], 'https://acquirer.example//operations', false],
  [['https://acquirer.example'], 'https://acquirer.example:8443/operations', false],
  [['https://acquirer.example'], 'https://acquirer.example/operations?a=b', false],
  [['https://one.example', 'https://two.example'], 'https://two.example/operations', true],
])('an account at %p may send to %s: %p', async (urls, url, expected) => {
  await accounts.register('shop', registration({ urls }), 'api');
  expect(await isAllowed(request({ url }))).toBe(expected);
});

test('a request needs the method of its path and one of the credentials of its account', async () => {
  await accounts.register('shop', registration({ keys: ['first', 'key'] }), 'api');
  expect(await isAllowed()).toBe(true);
  expect(await isAllowed(request({ method: 'PUT' }))).toBe(false);
  expect(await isAllowed(request({ headers: { authorization: 'other' } }))).toBe(false);
  expect(await isAllowed({ ...request(), headers: {} as never })).toBe(false);
});

test('an account of a connector that is unknown allows nothing', async () => {
  await accounts.register('shop', registration({ connector: 'removed' }), 'api');
  expect(await isAllowed()).toBe(false);
});

test('only headers that the connector needs are sent', async () => {
  await accounts.register('shop', registration(), 'api');
  const headers = { 'content-type': 'application/json', 'x-api-key': 'key', 'stripe-account': 'other' };
  const { headers: kept, rule } = await accounts.allow('shop', request({ headers }));
  expect(kept).toEqual({ authorization: 'key', 'content-type': 'application/json' });
  expect([rule.method, rule.path]).toEqual(['POST', '/operations']);
  const rules: CardRules = {
    ...{ credentialHeader: 'x-api-key', headers: ['idempotency-key'], requests: [] },
    access: () => ({ urls: [], credentials: [] }),
  };
  expect(keepHeaders({ ...headers, 'idempotency-key': 'i' }, rules)).toEqual({
    ...{ 'content-type': 'application/json', 'x-api-key': 'key', 'idempotency-key': 'i' },
  });
});

test('a body must have every fixed member of its account', async () => {
  await accounts.register('shop', registration({ fixed: { merchant: 'Shop', 'store.id': '7' } }), 'api');
  const { assertBody } = await accounts.allow('shop', request());
  const assert = (members: Record<string, string>) => () =>
    assertBody({ cardID: 'card', fill: () => '', read: (path) => members[path] });
  expect(assert({ merchant: 'Shop', 'store.id': '7', other: 'x' })).not.toThrow();
  expect(assert({ merchant: 'Own', 'store.id': '7' })).toThrow(new AccountRefused('the account has another merchant'));
  expect(assert({ merchant: 'Shop' })).toThrow(new AccountRefused('the account has another store.id'));
});

test('a known account is not read again for less than five seconds', async () => {
  await accounts.register('shop', registration(), 'api');
  const query = jest.spyOn(pool, 'query');
  expect(await isAllowed()).toBe(true);
  nowMs += MAX_AGE_MS - 1;
  expect(await isAllowed()).toBe(true);
  expect(query).toHaveBeenCalledTimes(1);
  nowMs += 1;
  expect(await isAllowed()).toBe(true);
  expect(query).toHaveBeenCalledTimes(2);
});

test('another process allows what was added at once, and refuses what was removed after five seconds', async () => {
  const other = new RegisteredAccounts(pool);
  await accounts.register('shop', registration(), 'api');
  expect(await isAllowed(request(), other)).toBe(true);
  await accounts.register('shop', registration({ keys: ['next'] }), 'api');
  expect(await isAllowed(request({ headers: { authorization: 'next' } }), other)).toBe(true);
  await accounts.remove('shop', 'operator');
  expect(await isAllowed()).toBe(false);
  expect(await isAllowed(request(), other)).toBe(true);
  nowMs += MAX_AGE_MS;
  expect(await isAllowed(request(), other)).toBe(false);
});

test('an account that is found to be removed is not allowed by what was known of it', async () => {
  const other = new RegisteredAccounts(pool);
  await accounts.register('shop', registration(), 'api');
  expect(await isAllowed(request(), other)).toBe(true);
  await accounts.remove('shop', 'operator');
  expect(await isAllowed(request({ method: 'PUT' }), other)).toBe(false);
  expect(await isAllowed(request(), other)).toBe(false);
});

test('the process that registers an account uses the new registration at once', async () => {
  await accounts.register('shop', registration(), 'api');
  expect(await isAllowed()).toBe(true);
  await accounts.register('shop', registration({ keys: ['next'] }), 'api');
  await pool.query('UPDATE accounts SET previous = NULL');
  expect(await isAllowed()).toBe(false);
});

test('credentials before a change stay valid for an hour', async () => {
  await accounts.register('shop', registration(), 'api');
  await accounts.register('shop', registration({ keys: ['next'] }), 'api');
  expect(await isAllowed()).toBe(true);
  await pool.query(`UPDATE accounts SET previous_until = previous_until - interval '59 minutes'`);
  expect(await isAllowed(request(), new RegisteredAccounts(pool))).toBe(true);
  await pool.query(`UPDATE accounts SET previous_until = previous_until - interval '1 minute'`);
  expect(await isAllowed(request(), new RegisteredAccounts(pool))).toBe(false);
});
