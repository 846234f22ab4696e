import {
  aWallet,
  anAuthorisedDestination,
  anIdentity,
  fund,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

let api: WalletApi;
let viewer: HttpClient;
let finance: HttpClient;
let wallet: string;
let identity: string;

beforeAll(async () => {
  api = await startWalletApi();
  const { store, integrator, url } = api;
  const baseUrl = `${url}/operators/v1`;
  const client = async (role: 'viewer' | 'finance') =>
    httpClient({ baseUrl, token: (await anOperator(store.database, { name: role, roles: [role] })).secret });
  [viewer, finance] = [await client('viewer'), await client('finance')];
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  const destination = await anAuthorisedDestination(store, integrator, { identity });
  await fund(store, wallet, 1_000_000);
  const body = { amount: 10_000, currency: 'RUB' };
  expect((await integrator.post(`${WALLET}/withdrawals`, { wallet, destination, body })).status).toBe(202);
});

afterAll(() => api?.stop());

test('a wallet has its owner, balance and last transfers, and a viewer sees no names', async () => {
  const { status, body } = await finance.get<any>(`/wallets/${wallet}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: wallet, identityID: identity, currency: 'RUB', own: 1_000_000, isBlocked: false });
  expect(body.held).toBeGreaterThanOrEqual(10_000);
  expect(body.available).toBe(body.own - body.held);
  expect(body.identityName).toEqual(expect.any(String));
  const holds = body.transfers.filter(({ fact }: any) => fact.transfer === 'pending').map(({ fact }: any) => fact);
  expect(holds[0]).toMatchObject({ type: 'transfer', debitAccountID: `wallet/${wallet}` });
  expect(holds.reduce((sum: number, { amount }: any) => sum + amount.amount, 0)).toBe(body.held);
  expect(body.transfers.at(-1).fact).toMatchObject({ transfer: 'posted', creditAccountID: `wallet/${wallet}` });

  const { name: _, identityName: __, ...masked } = body;
  expect((await viewer.get<any>(`/wallets/${wallet}`)).body).toEqual(masked);
  expect((await viewer.get('/wallets/none')).status).toBe(404);
});

test('wallets of a party are paged, newest first, and those of another party are not among them', async () => {
  const newer = await aWallet(api.integrator, { identity });
  const first = await finance.get<any>(`/parties/${api.own.partyID}/wallets?limit=1`);
  expect(first.body.wallets).toMatchObject([{ id: newer, own: 0, held: 0, available: 0 }]);
  const token = encodeURIComponent(first.body.continuationToken);
  const second = await finance.get<any>(`/parties/${api.own.partyID}/wallets?limit=1&continuationToken=${token}`);
  expect(second.body.wallets).toMatchObject([{ id: wallet, own: 1_000_000 }]);
  expect((await finance.get<any>(`/parties/${api.foreign.partyID}/wallets`)).body).toEqual({ wallets: [] });
});

test('the balances of the provider’s accounts sum their stripes, by an index of few accounts', async () => {
  const { body } = await viewer.get<any>('/provider-balances');
  expect(body.balances).toContainEqual(
    // The fee of the deposit came from there too.
    expect.objectContaining({ kind: 'source', name: 'Bank', currency: 'RUB', own: -1_005_000, held: 0 }),
  );
  const { database } = api.store;
  await database.search(
    `INSERT INTO ledger_accounts (id, kind, currency, credits_posted, debits_posted, debits_pending)
     SELECT 'connector/striped/EUR/' || n, 'connector', 'EUR', 5, 7, 1 FROM generate_series(1, 16) n`,
    [],
  );
  const found = (await viewer.get<any>('/provider-balances')).body.balances;
  expect(found).toContainEqual({ kind: 'connector', id: 'striped', currency: 'EUR', own: -32, held: 16 });
  const plan = await database.transaction(async (tx) => {
    await database.search('SET LOCAL enable_seqscan = off', [], tx);
    return database.search<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT sum(credits_posted) FROM ledger_accounts WHERE kind IN ('source', 'connector', 'bank', 'exchange')`,
      [],
      tx,
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('ledger_accounts_provider');
});
