import { verifyLedger } from '../../../store/platform/ledger/verify';
import { recordPayOut, recordPayOutFailure } from '../../../store/wallets/withdrawal/withdrawal.transitions';
import {
  WALLET,
  aWallet,
  anAuthorisedDestination,
  anIdentity,
  fund,
  startWalletApi,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

/* Concurrent movements in both directions between the same accounts must not deadlock. */

const AT_ONCE = 64;

let api: WalletApi;

beforeAll(async () => {
  api = await startWalletApi();
});

afterAll(async () => api?.stop());

interface Side {
  wallet: string;
  destination: string;
  from: string;
  to: string;
  amount: number;
}

/** Creates a wallet in one currency and a destination in the other. */
async function aSide(identity: string, { from, to, amount }: Pick<Side, 'from' | 'to' | 'amount'>): Promise<Side> {
  const wallet = await aWallet(api.integrator, { identity, currency: from });
  await fund(api.store, wallet, amount * AT_ONCE, from);
  const destination = await anAuthorisedDestination(api.store, api.integrator, { identity, currency: to });
  return { wallet, destination, from, to, amount };
}

async function convert({ wallet, destination, from, to, amount }: Side): Promise<{ status: number; id: string }> {
  const body = { amount, currency: from };
  const requested = { walletID: wallet, destinationID: destination, currencyFrom: from, currencyTo: to, cash: body };
  const quote = await api.integrator.post(`${WALLET}/withdrawal-quotes`, requested);
  const given = { wallet, destination, body, quoteToken: quote.body.quoteToken };
  const answer = await api.integrator.post(`${WALLET}/withdrawals`, given);
  return { status: answer.status, id: answer.body?.id };
}

test('opposite conversions are accepted, paid out and returned without deadlock', async () => {
  const identity = await anIdentity(api.integrator);
  const sides = [
    await aSide(identity, { from: 'RUB', to: 'USD', amount: 90_000 }),
    await aSide(identity, { from: 'USD', to: 'RUB', amount: 1_000 }),
  ] as const;
  const before = await deadlockCount();
  const withdrawals = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => convert(sides[index % 2 === 0 ? 0 : 1])),
  );
  expect(withdrawals.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(202));
  await Promise.all(
    withdrawals.map(async ({ id }, index) =>
      index % 4 < 2
        ? recordPayOut(api.store, id, `reference-${index}`)
        : recordPayOutFailure(api.store, id, { code: 'RejectedByIssuer' }),
    ),
  );
  expect(await verifyLedger(api.store.database)).toEqual([]);
  expect((await deadlockCount()) - before).toBe(0n);
});

/** The deadlocks that PostgreSQL has counted; connections report them within about a second. */
async function deadlockCount(): Promise<bigint> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const text = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
  const [row] = await api.store.database.search<{ deadlocks: bigint }>(text, []);
  return row?.deadlocks ?? 0n;
}

test('opposite transfers between two wallets succeed without deadlock', async () => {
  const identity = await anIdentity(api.integrator);
  const wallets = await Promise.all([aWallet(api.integrator, { identity }), aWallet(api.integrator, { identity })]);
  for (const wallet of wallets) await fund(api.store, wallet, 100 * AT_ONCE);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      const [sender, receiver] = index % 2 ? wallets : [...wallets].reverse();
      const body = { amount: 100, currency: 'RUB' };
      return api.integrator.post(`${WALLET}/w2w/transfers`, { sender, receiver, body });
    }),
  );
  expect(answers.map(({ status, body }) => [status, body.status.status])).toEqual(
    Array(AT_ONCE).fill([202, 'Succeeded']),
  );
});
