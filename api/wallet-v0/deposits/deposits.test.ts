import {
  createDepositAdjustment,
  settleDepositAdjustment,
} from '../../../store/wallets/deposit/deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from '../../../store/wallets/deposit/deposit-revert.transitions';
import { createDeposit, settleDeposit } from '../../../store/wallets/deposit/deposit.transitions';
import { newId } from '../../../store/id';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  anIdentity,
  aWalletProvider,
  aWallet,
  readBalance,
  fund,
  setFlag,
  startWalletApi,
  WALLET,
  type Flag,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let wallet: string;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
});

afterAll(() => api?.stop());

beforeEach(async () => {
  wallet = await aWallet(integrator, { identity });
});

afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});

const revert = async (depositID: string, amount: number, idempotencyKey = newId()) => {
  const order = {
    idempotencyKey,
    depositID,
    amountMinor: BigInt(amount),
    currency: 'RUB',
    externalID: null,
    reason: 'r',
  };
  const made = await createDepositRevert(api.store, order);
  return settleDepositRevert(api.store, made.id);
};
const adjust = async (depositID: string, target: 'Succeeded' | 'Failed') => {
  const made = await createDepositAdjustment(api.store, {
    idempotencyKey: newId(),
    depositID,
    target,
    externalID: null,
  });
  return settleDepositAdjustment(api.store, made.id);
};
const list = async (what: string, query = '') =>
  (await integrator.get(`${WALLET}/${what}?walletID=${wallet}&limit=10&${query}`)).body.result;

/** Creates a wallet with a limit of 1000. */
async function aSmallWallet(): Promise<string> {
  const provider = await aWalletProvider(api.store, 'small', (test) => ({
    ...test,
    terms: {
      ...test.terms,
      currencies: [{ currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 100n, balanceLimitMinor: 1_000n }],
    },
  }));
  return aWallet(integrator, { identity: await anIdentity(integrator, { provider }) });
}

test('a repeated deposit operation credits the wallet once', async () => {
  await fund(api.store, wallet, 1);
  const order = {
    idempotencyKey: 'deposit/once',
    walletID: wallet,
    sourceID: 'source-RUB',
    amountMinor: 500n,
    currency: 'RUB',
    externalID: null,
    description: null,
  };
  const all = await Promise.all([1, 2, 3].map(() => createDeposit(api.store, order)));
  const ids = new Set(all.map(({ id }) => id));
  expect(ids.size).toBe(1);
  await Promise.all([1, 2, 3].map(() => settleDeposit(api.store, all[0]?.id ?? '')));
  expect(await readBalance(integrator, wallet)).toEqual([501, 501]);
  await expect(createDeposit(api.store, { ...order, amountMinor: 501n })).rejects.toThrow(/used for something else/);
});

test('a deposit above the limit of the wallet fails', async () => {
  wallet = await aSmallWallet();
  await fund(api.store, wallet, 900);
  await fund(api.store, wallet, 101);
  expect(await readBalance(integrator, wallet)).toEqual([900, 900]);
  const [failed] = await list('deposits', 'status=Failed');
  expect(failed).toMatchObject({ body: { amount: 101 }, failure: { code: 'account_limit_exceeded' } });
});

test.each([
  ['no such wallet', { walletID: 'unknown' }],
  ['no such source', { sourceID: 'unknown' }],
  ['currencies of wallet, source and body differ', { currency: 'USD' }],
  ['amount must be above zero', { amountMinor: 0n }],
])('a deposit is refused: %s', async (message, change) => {
  await fund(api.store, wallet, 1);
  const order = {
    idempotencyKey: newId(),
    walletID: wallet,
    sourceID: 'source-RUB',
    amountMinor: 1n,
    currency: 'RUB',
    externalID: null,
    description: null,
    ...change,
  };
  await expect(createDeposit(api.store, order)).rejects.toThrow(message);
});

test.each<Flag>(['wallets.is_blocked', 'identities.is_blocked', 'parties.is_blocked', 'parties.is_suspended'])(
  'no deposit is made to a wallet while %s',
  async (flag) => {
    await fund(api.store, wallet, 1_000);
    const id = { wallets: wallet, identities: identity }[flag.split('.')[0] ?? ''] ?? api.own.partyID;
    await setFlag(api.store, flag, { id, is: true });
    const refused = fund(api.store, wallet, 1_000);
    await expect(refused).rejects.toThrow('wallet is inaccessible: it, its identity or its party is blocked');
    await setFlag(api.store, flag, { id, is: false });
    expect(await readBalance(integrator, wallet)).toEqual([1_000, 1_000]);
  },
);

test('reverts may be partial or full, and filter the list of deposits', async () => {
  const [none, partial, full] = [
    await fund(api.store, wallet, 1_000),
    await fund(api.store, wallet, 2_000),
    await fund(api.store, wallet, 3_000),
  ];
  expect(await revert(partial, 500)).toBe('Succeeded');
  expect(await revert(full, 1_000)).toBe('Succeeded');
  expect(await revert(full, 2_000)).toBe('Succeeded');
  await expect(revert(full, 1)).rejects.toThrow('amount is above what is left of the deposit');
  await expect(revert(none, 0)).rejects.toThrow('amount must be above zero');
  expect(await readBalance(integrator, wallet)).toEqual([2_500, 2_500]);
  const ids = async (query: string) => (await list('deposits', query)).map(({ id }: { id: string }) => id);
  expect(await ids('revertStatus=None')).toEqual([none]);
  expect(await ids('revertStatus=Partial')).toEqual([partial]);
  expect(await ids('revertStatus=Full')).toEqual([full]);
  const reverts = await list('deposit-reverts', `depositID=${full}`);
  expect(reverts.map(({ body, status }: any) => [body.amount, status])).toEqual([
    [2_000, 'Succeeded'],
    [1_000, 'Succeeded'],
  ]);
});

test('ten concurrent reverts never exceed the deposit', async () => {
  await fund(api.store, wallet, 5_000);
  const deposit = await fund(api.store, wallet, 1_000);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => revert(deposit, 300)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await readBalance(integrator, wallet)).toEqual([5_100, 5_100]);
});

test('a revert above the balance of the wallet fails without effect', async () => {
  const deposit = await fund(api.store, wallet, 1_000);
  const other = await aWallet(integrator, { identity });
  await integrator.post(`${WALLET}/w2w/transfers`, {
    sender: wallet,
    receiver: other,
    body: { amount: 700, currency: 'RUB' },
  });
  expect(await revert(deposit, 1_000)).toBe('Failed');
  expect(await readBalance(integrator, wallet)).toEqual([300, 300]);
  const [failed] = await list('deposit-reverts');
  expect(failed).toMatchObject({ status: 'Failed', failure: { code: 'InsufficientFunds' } });
});

test('an adjustment flips the status of a finished deposit and moves its money', async () => {
  const deposit = await fund(api.store, wallet, 1_000);
  await expect(adjust(deposit, 'Succeeded')).rejects.toThrow('deposit has that status already');
  expect(await adjust(deposit, 'Failed')).toBe('Succeeded');
  expect(await readBalance(integrator, wallet)).toEqual([0, 0]);
  expect((await list('deposits'))[0]).toMatchObject({ status: 'Failed', failure: { code: 'rejected_by_operator' } });
  expect(await adjust(deposit, 'Succeeded')).toBe('Succeeded');
  expect(await readBalance(integrator, wallet)).toEqual([1_000, 1_000]);
  expect(await list('deposit-adjustments', `depositID=${deposit}&amountFrom=1000&currencyID=RUB`)).toHaveLength(2);
  await revert(deposit, 1);
  await expect(adjust(deposit, 'Failed')).rejects.toThrow('a deposit with reverts cannot be adjusted');
});

test('a revert and an adjustment of one deposit never take its money twice', async () => {
  await fund(api.store, wallet, 5_000);
  const deposit = await fund(api.store, wallet, 1_000);
  const order = { idempotencyKey: newId(), depositID: deposit, target: 'Failed', externalID: null } as const;
  const begun = await createDepositAdjustment(api.store, order);
  await expect(revert(deposit, 1_000)).rejects.toThrow('another adjustment of the deposit is under way');
  expect(await settleDepositAdjustment(api.store, begun.id)).toBe('Succeeded');
  expect(await readBalance(integrator, wallet)).toEqual([5_000, 5_000]);
  const raced = await fund(api.store, wallet, 1_000);
  const results = await Promise.allSettled([revert(raced, 1_000), adjust(raced, 'Failed')]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readBalance(integrator, wallet)).toEqual([5_000, 5_000]);
});

test('an adjustment above the balance of the wallet fails', async () => {
  const deposit = await fund(api.store, wallet, 1_000);
  const other = await aWallet(integrator, { identity });
  await integrator.post(`${WALLET}/w2w/transfers`, {
    sender: wallet,
    receiver: other,
    body: { amount: 1, currency: 'RUB' },
  });
  expect(await adjust(deposit, 'Failed')).toBe('Failed');
  expect((await list('deposits'))[0].status).toBe('Succeeded');
});

test('an adjustment above the limit of the wallet fails', async () => {
  wallet = await aSmallWallet();
  await fund(api.store, wallet, 900);
  const deposit = await fund(api.store, wallet, 101);
  expect(await adjust(deposit, 'Succeeded')).toBe('Failed');
  expect(await readBalance(integrator, wallet)).toEqual([900, 900]);
  const [adjustment] = await list('deposit-adjustments');
  expect(adjustment).toMatchObject({ status: 'Failed', failure: { code: 'account_limit_exceeded' } });
  expect((await list('deposits', `depositID=${deposit}`))[0].status).toBe('Failed');
});

test.each(['deposits', 'deposit-reverts', 'deposit-adjustments'])('%s support every filter', async (what) => {
  const deposit = await fund(api.store, wallet, 1_000);
  const other = await fund(api.store, wallet, 1_000);
  await revert(deposit, 1_000);
  await adjust(other, 'Failed');
  const count = async (query: string) => (await list(what, query)).length;
  const all = await count('');
  expect(all).toBe(what === 'deposits' ? 2 : 1);
  const depositID = what === 'deposit-adjustments' ? other : deposit;
  expect(await count(`depositID=${depositID}&status=Succeeded&sourceID=source-RUB&identityID=${identity}`)).toBe(1);
  expect(await count('amountFrom=1000&amountTo=1000&currencyID=RUB&createdAtFrom=2020-01-01T00:00:00Z')).toBe(all);
  expect(await count('createdAtTo=2020-01-01T00:00:00Z')).toBe(0);
  expect(await count('sourceID=other')).toBe(0);
  expect(await count('status=Pending')).toBe(0);
  expect(await count('amountTo=999')).toBe(0);
  expect(await count('identityID=other')).toBe(0);
  expect(await count('partyID=another-party')).toBe(0);
  expect(await count(`partyID=${api.own.partyID}`)).toBe(all);
  const foreign = await api.stranger.merchant.get(`${WALLET}/${what}?walletID=${wallet}&limit=10`);
  expect(foreign.body).toEqual({ result: [] });
  const bad = await integrator.get(`${WALLET}/${what}?limit=1&amountFrom=2&amountTo=1`);
  expect([bad.status, bad.body.errorType]).toEqual([400, 'NoMatch']);
});

describe('a transfer between wallets', () => {
  const transfer = (fields: object, client = integrator) =>
    client.post(`${WALLET}/w2w/transfers`, { sender: wallet, body: { amount: 400, currency: 'RUB' }, ...fields });

  test('moves money immediately, and once per external id', async () => {
    await fund(api.store, wallet, 1_000);
    const receiver = await aWallet(api.stranger.merchant);
    const first = await transfer({ receiver, externalID: 'move-1' });
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ sender: wallet, receiver, status: { status: 'Succeeded' } });
    expect((await integrator.get(first.headers.get('location') ?? '')).body).toEqual(first.body);
    expect((await transfer({ receiver, externalID: 'move-1' })).body).toEqual(first.body);
    expect((await transfer({ receiver, externalID: 'move-1', body: { amount: 1, currency: 'RUB' } })).status).toBe(409);
    expect(await readBalance(integrator, wallet)).toEqual([600, 600]);
    expect(await readBalance(api.stranger.merchant, receiver)).toEqual([400, 400]);
    expect((await api.stranger.merchant.get(`${WALLET}/w2w/transfers/${first.body.id}`)).status).toBe(404);
  });

  test('fails without funds, and concurrent transfers never overdraw', async () => {
    await fund(api.store, wallet, 1_000);
    const receiver = await aWallet(integrator, { identity });
    const back = await aWallet(integrator, { identity });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => transfer({ receiver, body: { amount: 100, currency: 'RUB' } })),
    );
    const succeeded = answers.filter(({ body }) => body.status.status === 'Succeeded');
    expect(succeeded).toHaveLength(10);
    const [failed] = answers.filter(({ body }) => body.status.status === 'Failed');
    expect(failed?.body.status).toEqual({ status: 'Failed', failure: { code: 'InsufficientFunds' } });
    const circle = [wallet, receiver, back];
    await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        transfer({ sender: circle[turn % 3], receiver: circle[(turn + 1) % 3], body: { amount: 7, currency: 'RUB' } }),
      ),
    );
    const balances = await Promise.all(circle.map((one) => readBalance(integrator, one)));
    expect(balances.reduce((sum, [own]) => sum + own, 0)).toBe(1_000);
  });

  test('fails above the limit of its sender', async () => {
    const provider = await aWalletProvider(api.store, 'slow', (test) => ({
      ...test,
      terms: {
        ...test.terms,
        currencies: [{ currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 10n ** 6n, transfersPerDayMinor: 500n }],
      },
    }));
    wallet = await aWallet(integrator, { identity: await anIdentity(integrator, { provider }) });
    const receiver = await aWallet(integrator, { identity });
    await fund(api.store, wallet, 1_000);
    expect((await transfer({ receiver })).body.status.status).toBe('Succeeded');
    expect((await transfer({ receiver })).body.status.failure.code).toBe('account_limit_exceeded');
  });

  test('gets 422 for each violated rule', async () => {
    const receiver = await aWallet(integrator, { identity });
    const dollars = await aWallet(integrator, { identity, currency: 'USD' });
    const live = await aWallet(integrator, { identity: await anIdentity(integrator, { provider: 'dpl' }) });
    const foreign = await aWallet(api.stranger.merchant);
    for (const [message, fields] of [
      ['no such sender wallet', { sender: 'unknown', receiver }],
      ['no such sender wallet', { sender: foreign, receiver }],
      ['no such receiver wallet', { receiver: 'unknown' }],
      ['sender and receiver are one wallet', { receiver: wallet }],
      ['wallets cannot be combined: one is a test one', { receiver: live }],
      ['currencies of sender, receiver and body differ', { receiver: dollars }],
      ['currency is not allowed by the terms', { receiver, body: { amount: 1, currency: 'XAU' } }],
      ['amount must be above zero', { receiver, body: { amount: 0, currency: 'RUB' } }],
      ['amount must be above zero', { receiver, body: { amount: -1, currency: 'RUB' } }],
    ] as const) {
      const { status, body } = await transfer(fields);
      expect([status, body]).toEqual([422, { message }]);
    }
  });
});
