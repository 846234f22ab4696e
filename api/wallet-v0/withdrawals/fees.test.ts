import { computeFee } from '../../../domain/merchants/fee/fee';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { statement } from '../../../store/postgres/database';
import { recordPayOut, recordPayOutFailure } from '../../../store/wallets/withdrawal/withdrawal.transitions';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  anAuthorisedDestination,
  anIdentity,
  aWalletProvider,
  aWallet,
  readBalance,
  fund,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

/* The demo's default provider takes 1 % of withdrawals and 0.5 % of deposits in roubles. */

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

const rub = (amount: number) => ({ amount, currency: 'RUB' });
const usd = (amount: number) => ({ amount, currency: 'USD' });

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
});

beforeEach(async () => {
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  destination = await anAuthorisedDestination(api.store, integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
});

afterEach(async () => expect(await verifyLedger(api.store.database)).toEqual([]));

afterAll(() => api?.stop());

const withdraw = (fields: object = {}) =>
  integrator.post(`${WALLET}/withdrawals`, { wallet, destination, body: rub(10_000), ...fields });

async function earned(): Promise<bigint> {
  const text = `SELECT coalesce(sum(credits_posted - debits_posted), 0)::bigint AS own FROM ledger_accounts
    WHERE id LIKE 'platform/fees/RUB/%'`;
  const [row] = await api.store.database.run<{ own: bigint }>({ name: 'test-earned', text }, []);
  return row?.own ?? 0n;
}

describe('a withdrawal', () => {
  test('takes the full amount from the wallet, and the platform keeps the fee after the payout', async () => {
    const before = await earned();
    const { status, body } = await withdraw();
    expect([status, body.body, body.fee]).toEqual([202, rub(10_000), rub(100)]);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
    expect(await earned()).toBe(before);
    await recordPayOut(api.store, body.id, 'reference');
    expect(await readBalance(integrator, wallet)).toEqual([990_000, 990_000]);
    expect(await earned()).toBe(before + 100n);
    expect((await integrator.get(`${WALLET}/withdrawals/${body.id}`)).body.fee).toEqual(rub(100));
  });

  test('returns its fee when it fails', async () => {
    const before = await earned();
    const { body } = await withdraw();
    await recordPayOutFailure(api.store, body.id, { code: 'RejectedByIssuer' });
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 1_000_000]);
    expect(await earned()).toBe(before);
  });

  test('can empty a wallet because the amount includes the fee', async () => {
    expect((await withdraw({ body: rub(1_000_000) })).body).toMatchObject({ status: 'Pending', fee: rub(10_000) });
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 0]);
  });

  test('accepts the expected fee and rejects another', async () => {
    expect((await withdraw({ fee: rub(100) })).status).toBe(202);
    for (const fee of [rub(0), rub(99), rub(101), usd(100)]) {
      const { status, body } = await withdraw({ fee });
      expect([status, body]).toEqual([422, { message: 'fee is not the one of the terms' }]);
    }
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });

  test('keeps the fee of the terms at its creation', async () => {
    const provider = await aWalletProvider(api.store, 'changing', (test) => test);
    identity = await anIdentity(integrator, { provider });
    wallet = await aWallet(integrator, { identity });
    await fund(api.store, wallet, 1_000_000);
    const { body } = await withdraw();
    await aWalletProvider(api.store, 'changing', (test) => ({
      ...test,
      terms: {
        ...test.terms,
        currencies: test.terms.currencies.map((terms) => ({ ...terms, withdrawalFeeBasisPoints: 500n })),
      },
    }));
    expect((await integrator.get(`${WALLET}/withdrawals/${body.id}`)).body.fee).toEqual(rub(100));
    expect((await withdraw()).body.fee).toEqual(rub(500));
    await recordPayOut(api.store, body.id, 'reference');
  });
});

describe('a quote', () => {
  const quote = async (fields: object) => {
    const requested = { walletID: wallet, currencyFrom: 'RUB', currencyTo: 'RUB', cash: rub(10_000), ...fields };
    return (await integrator.post(`${WALLET}/withdrawal-quotes`, requested)).body;
  };

  test('within one currency shows the received amount after the fee', async () => {
    const { cashFrom, cashTo, quoteToken } = await quote({});
    expect([cashFrom, cashTo]).toEqual([rub(10_000), rub(9_900)]);
    const { body } = await withdraw({ quoteToken, fee: rub(100) });
    expect(body).toMatchObject({ status: 'Pending', fee: rub(100), quote: { cashFrom, cashTo } });
  });

  test('for a conversion has no fee', async () => {
    const dollars = await anAuthorisedDestination(api.store, integrator, { identity, currency: 'USD' });
    const { cashFrom, cashTo, quoteToken } = await quote({ currencyTo: 'USD', cash: rub(90_000) });
    expect([cashFrom, cashTo]).toEqual([rub(90_000), usd(1_000)]);
    const conversion = { destination: dollars, body: rub(90_000), quoteToken };
    expect((await withdraw({ ...conversion, fee: rub(900) })).status).toBe(422);
    const { status, body } = await withdraw({ ...conversion, fee: rub(0) });
    expect([status, body.fee]).toEqual([202, undefined]);
  });
});

test('a deposit credits the full amount, and its source pays the fee', async () => {
  const before = await earned();
  const deposit = await fund(api.store, wallet, 200_000);
  expect(await readBalance(integrator, wallet)).toEqual([1_200_000, 1_200_000]);
  const { body } = await integrator.get(`${WALLET}/deposits?limit=1&depositID=${deposit}`);
  expect(body.result).toMatchObject([{ id: deposit, body: rub(200_000), fee: rub(1_000), status: 'Succeeded' }]);
  expect(await earned()).toBe(before + computeFee(200_000n, 50n));
});

test('verification finds a deposit whose source has not paid its fee', async () => {
  const deposit = await fund(api.store, wallet, 200_000);
  const setFee = (fee: number) =>
    api.store.database.run(statement('test-fee', 'UPDATE deposits SET fee = $2 WHERE id = $1'), [deposit, fee]);
  await setFee(1_001);
  const rule = 'the source of a deposit has paid its fee';
  const found = 'Succeeded with a fee of 1001: paid 1000';
  expect(await verifyLedger(api.store.database)).toEqual([{ rule, where: deposit, found }]);
  await setFee(1_000);
});
