import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DESTINATION_REFUSALS } from '../../../domain/wallets/destination/destination';
import { GRANT_REFUSALS } from '../../../domain/wallets/grant/grant';
import { IDENTITY_REFUSALS } from '../../../domain/wallets/identity/identity';
import { QUOTE_REFUSALS } from '../../../domain/wallets/quote/quote';
import { MAX_REPORT_ROWS } from '../../../domain/merchants/report/report';
import { TRANSFER_REFUSALS } from '../../../domain/wallets/transfer/w2w-transfer';
import { WALLET_REFUSALS } from '../../../domain/wallets/wallet/wallet';
import { WITHDRAWAL_REFUSALS } from '../../../domain/wallets/withdrawal/withdrawal-checks';
import { serveApi } from '../../../tests/harness/api';
import { errorTables, expectProvoked } from '../../../tests/harness/error-page';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import {
  aDestination,
  anIdentity,
  aWallet,
  RUB_ACCOUNT,
  setFlag,
  startWalletApi,
  WALLET,
  type Flag,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { seedWithdrawals } from '../../../tests/harness/factories/many-withdrawals';

const root = join(__dirname, '..', '..', '..');
const { answers, provoked, unprovoked } = errorTables('Errors of the Wallet API');

/** Refusals of creating a grant are 422; those of using one are `InvalidToken`. */
const { alreadyPast, assetCurrency, assetAmount } = GRANT_REFUSALS;

const MESSAGES = new Set([
  ...[IDENTITY_REFUSALS, WALLET_REFUSALS, DESTINATION_REFUSALS, WITHDRAWAL_REFUSALS, QUOTE_REFUSALS].flatMap(
    Object.values,
  ),
  ...[alreadyPast, assetCurrency, assetAmount, ...Object.values(TRANSFER_REFUSALS)],
  'the identity has no such wallet',
  'at most 10 webhooks are allowed for one identity',
  'the number is not one of a card',
]) as Set<string>;

function publishedErrorTypes(): string[] {
  const text = readFileSync(join(root, 'specs/wallets.json'), 'utf8');
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, { enum?: string[] }> } };
  return components.schemas['BadRequestErrorType']?.enum ?? [];
}

test('the page lists every error type and every 422 message once', () => {
  const named = answers.filter((answer) => !/^\d/.test(answer));
  expect([...named].sort()).toEqual([...publishedErrorTypes(), ...MESSAGES].sort());
  expect(unprovoked.every(([, why]) => (why?.length ?? 0) > 20)).toBe(true);
});

test.each(provoked)('%s is provoked by %s', (...row) => expectProvoked(row));

describe('errors that no other test provokes', () => {
  let api: WalletApi;
  let integrator: HttpClient;
  let identity: string;
  let wallet: string;

  beforeAll(async () => {
    api = await startWalletApi();
    integrator = api.integrator;
    identity = await anIdentity(integrator);
    wallet = await aWallet(integrator, { identity });
  });

  afterAll(async () => api?.stop());

  async function expectRefused(path: string, body: object, message: string): Promise<void> {
    const answer = await integrator.post(WALLET + path, body);
    expect([answer.status, answer.body]).toEqual([422, { message }]);
  }

  test('a blocked identity gets no wallets and no destinations', async () => {
    const blocked = await anIdentity(integrator);
    await setFlag(api.store, 'identities.is_blocked', { id: blocked, is: true });
    const message = 'identity is inaccessible: blocked, or its party is';
    const given = { name: 'Main', identity: blocked, currency: 'RUB' };
    await expectRefused('/wallets', given, message);
    await expectRefused('/destinations', { ...given, resource: RUB_ACCOUNT }, message);
  });

  test.each<Flag>(['parties.is_blocked', 'parties.is_suspended'])(
    'while %s an identity gets no wallets and no destinations',
    async (flag) => {
      const { merchant, partyID } = api.stranger;
      const given = { name: 'Main', identity: await anIdentity(merchant), currency: 'RUB' };
      await setFlag(api.store, flag, { id: partyID, is: true });
      const answers = [
        await merchant.post(`${WALLET}/wallets`, given),
        await merchant.post(`${WALLET}/destinations`, { ...given, resource: RUB_ACCOUNT }),
      ];
      await setFlag(api.store, flag, { id: partyID, is: false });
      const refused = [422, { message: 'identity is inaccessible: blocked, or its party is' }];
      expect(answers.map(({ status, body }) => [status, body])).toEqual([refused, refused]);
    },
  );

  test.each<Flag>(['identities.is_blocked', 'parties.is_blocked', 'parties.is_suspended'])(
    'a wallet neither sends nor receives while %s',
    async (flag) => {
      const { merchant, partyID } = api.stranger;
      const owner = await anIdentity(merchant);
      const closed = await aWallet(merchant, { identity: owner });
      const body = { amount: 100, currency: 'RUB' };
      const quote = { walletID: closed, currencyFrom: 'RUB', currencyTo: 'RUB', cash: body };
      const id = flag === 'identities.is_blocked' ? owner : partyID;
      await setFlag(api.store, flag, { id, is: true });
      const answers = [
        await merchant.post(`${WALLET}/withdrawal-quotes`, quote),
        await merchant.post(`${WALLET}/w2w/transfers`, { sender: closed, receiver: wallet, body }),
        await integrator.post(`${WALLET}/w2w/transfers`, { sender: wallet, receiver: closed, body }),
      ];
      await setFlag(api.store, flag, { id, is: false });
      expect(answers.map(({ status, body: { message } }) => [status, message])).toEqual([
        [422, 'wallet is inaccessible: it, its identity or its party is blocked'],
        [422, 'sender wallet is inaccessible: it, its identity or its party is blocked'],
        [422, 'receiver wallet is inaccessible: it, its identity or its party is blocked'],
      ]);
      expect((await merchant.post(`${WALLET}/withdrawal-quotes`, quote)).status).toBe(202);
    },
  );

  test('a blocked wallet neither sends nor receives', async () => {
    const other = await aWallet(integrator, { identity });
    const body = { amount: 1, currency: 'RUB' };
    await setFlag(api.store, 'wallets.is_blocked', { id: other, is: true });
    const quote = { walletID: other, currencyFrom: 'RUB', currencyTo: 'RUB', cash: body };
    const transfers = '/w2w/transfers';
    for (const [path, given, message] of [
      [
        transfers,
        { sender: other, receiver: wallet, body },
        'sender wallet is inaccessible: it, its identity or its party is blocked',
      ],
      [
        transfers,
        { sender: wallet, receiver: other, body },
        'receiver wallet is inaccessible: it, its identity or its party is blocked',
      ],
      ['/withdrawal-quotes', quote, 'wallet is inaccessible: it, its identity or its party is blocked'],
    ] as const) {
      await expectRefused(path, given, message);
    }
  });

  test('a grant for the past, for zero and in another currency is refused', async () => {
    const grants = `/wallets/${wallet}/grants`;
    const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
    const asset = { amount: 1, currency: 'RUB' };
    await expectRefused(grants, { asset, validUntil: past }, 'validUntil is already past');
    const nothing = { asset: { ...asset, amount: 0 }, validUntil: future };
    await expectRefused(grants, nothing, 'asset amount must be above zero');
    const dollars = { asset: { ...asset, currency: 'USD' }, validUntil: future };
    await expectRefused(grants, dollars, 'asset is in another currency than the wallet');
    const destination = await aDestination(integrator, { identity });
    await expectRefused(`/destinations/${destination}/grants`, { validUntil: past }, 'validUntil is already past');
  });

  test('a webhook for a wallet of another identity and an eleventh one are refused', async () => {
    const foreign = await aWallet(integrator);
    const scope = { topic: 'WithdrawalsTopic', eventTypes: ['WithdrawalStarted'] };
    const webhook = { identityID: identity, scope, url: 'https://integrator.example/hook' };
    const ofForeign = { ...webhook, scope: { ...scope, walletID: foreign } };
    await expectRefused('/webhooks', ofForeign, 'the identity has no such wallet');
    await expectRefused('/webhooks', { ...webhook, identityID: 'unknown' }, 'no such identity');
    for (let count = 0; count < 10; count++) {
      expect((await integrator.post(`${WALLET}/webhooks`, webhook)).status).toBe(201);
    }
    await expectRefused('/webhooks', webhook, 'at most 10 webhooks are allowed for one identity');
  });

  test('a report above the row limit of a sheet is refused', async () => {
    const destination = await aDestination(integrator, { identity });
    const from = new Date('2026-01-01T00:00:00Z');
    const count = MAX_REPORT_ROWS + 1;
    const rows = { name: 'many', wallet, destination, from, count, everyMs: 1, isForReportsOnly: true };
    await seedWithdrawals(api.databaseUrl, rows);
    const path = `${WALLET}/identities/${identity}/reports`;
    const order = (toTime: Date) =>
      integrator.post(path, { reportType: 'withdrawalRegistry', fromTime: from.toISOString(), toTime });
    const { status, body } = await order(new Date('2026-02-01T00:00:00Z'));
    expect([status, body.errorType]).toEqual([400, 'WrongLength']);
    expect((await order(new Date(from.getTime() + count))).status).toBe(201);
  });

  test('a list of too many reports is refused, not truncated', async () => {
    const path = `${WALLET}/identities/${identity}/reports`;
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    const insert = (count: number, at: string) =>
      client.query(
        `INSERT INTO reports (party_id, identity_id, type, from_time, to_time, created_at, status)
         SELECT $1, $2, 'withdrawalRegistry', '2020-01-01', '2020-02-01', $3, 'pending' FROM generate_series(1, $4)`,
        [api.own.partyID, identity, at, count],
      );
    await insert(1_000, '2024-01-01T00:00:00Z');
    await insert(1, '2024-01-02T00:00:00Z');
    await client.end();
    const day = (from: number, to: number) => `fromTime=2024-01-0${from}T00:00:00Z&toTime=2024-01-0${to}T00:00:00Z`;
    expect((await integrator.get(`${path}?${day(1, 2)}`)).body).toHaveLength(1_000);
    const { status, body } = await integrator.get(`${path}?${day(1, 3)}`);
    expect([status, body.errorType, body.name]).toEqual([400, 'WrongLength', 'fromTime']);
  });

  test.each(['reports?fromTime=2024-01-01T00:00:00Z&toTime=2024-01-02T00:00:00Z', 'withdrawal-methods'])(
    'an identity that there is not is a bad parameter of %s',
    async (what) => {
      const { status, body } = await integrator.get(`${WALLET}/identities/unknown/${what}`);
      expect([status, body]).toEqual([
        400,
        { errorType: 'NotFound', name: 'identityID', description: 'identity not found' },
      ]);
    },
  );

  test('a deadline that passes during a database lock is answered 504', async () => {
    const busy = new Client({ connectionString: api.databaseUrl });
    await busy.connect();
    await busy.query('BEGIN; LOCK TABLE identities');
    const headers = { 'X-Request-Deadline': '300ms' };
    const { status, body } = await integrator.get(`${WALLET}/identities/${identity}`, { headers });
    await busy.end();
    expect([status, body]).toEqual([504, undefined]);
  });

  test('a database outage is answered 503 without a body', async () => {
    const { url, stop } = await serveApi('postgres://unknown:nothing@127.0.0.1:1/none');
    const client = httpClient({ baseUrl: url, token: api.own.apiKey });
    const { status, headers, body } = await client.get(`${WALLET}/currencies/RUB`);
    await stop();
    expect([status, headers.get('retry-after'), body]).toEqual([503, '2', undefined]);
  });
});
