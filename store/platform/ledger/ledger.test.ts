import { freshDatabase } from '../../../tests/harness/database';
import { Database } from '../../postgres/database';
import {
  InsufficientFunds,
  LimitExceeded,
  readBalance,
  hold,
  move,
  openAccounts,
  post,
  postPending,
  voidPending,
  type Movement,
  type Transfer,
} from './ledger';
import { verifyLedger } from './verify';

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 12 });
});
afterAll(() => database?.close());

let names = 0;

async function aWallet(amountMinor: bigint): Promise<{ source: string; wallet: string }> {
  const name = `t${names++}`;
  const [source, wallet] = [`${name}/source`, `${name}/wallet`];
  await openAccounts(database, [
    { id: source, kind: 'source', currency: 'RUB', mayGoNegative: true },
    { id: wallet, kind: 'wallet', currency: 'RUB', mayGoNegative: false },
  ]);
  if (amountMinor > 0n) await moving(post(transfer(source, wallet, amountMinor)));
  return { source, wallet };
}

/** Counts attempts: more than calls if PostgreSQL resolved a deadlock. */
let attempts = 0;

const moving = (...movements: Movement[]): Promise<void> =>
  database.transaction((tx) => {
    attempts++;
    return move(database, movements, tx);
  });

function transfer(debitAccountID: string, creditAccountID: string, amountMinor: bigint): Transfer {
  return { id: `transfer-${names++}`, debitAccountID, creditAccountID, amountMinor, currency: 'RUB', reason: 'test' };
}

test('concurrent openings of one account all succeed', async () => {
  for (let round = 0; round < 150; round++) {
    const account = { id: `met/${round}`, kind: 'fee', currency: 'RUB', mayGoNegative: true } as const;
    await Promise.all(Array.from({ length: 12 }, () => openAccounts(database, [account])));
  }
});

test('a hold reduces the available balance, and posting it the own balance', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving(hold(held));
  expect(await readBalance(database, wallet)).toEqual({ own: 1_000n, available: 600n });
  await moving(postPending({ id: 'p1', pendingID: held.id, amountMinor: 150n, reason: 'less' }));
  expect(await readBalance(database, wallet)).toEqual({ own: 850n, available: 850n });
});

test('a voided hold restores the balance', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving(hold(held));
  await moving(voidPending({ id: 'v1', pendingID: held.id, reason: 'no' }));
  expect(await readBalance(database, wallet)).toEqual({ own: 1_000n, available: 1_000n });
});

test('one of ten concurrent resolutions of a hold succeeds', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving(hold(held));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      moving((index % 2 ? postPending : voidPending)({ id: `r${names}-${index}`, pendingID: held.id, reason: 'race' })),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('two hundred concurrent holds never overdraw', async () => {
  const { source, wallet } = await aWallet(5_000n);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => moving(hold(transfer(wallet, source, 100n)))),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(150);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(InsufficientFunds);
  expect(await readBalance(database, wallet)).toEqual({ own: 5_000n, available: 0n });
});

test('opposite transfers between two accounts do not block each other', async () => {
  const one = await aWallet(10_000n);
  const other = await aWallet(10_000n);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const [from, to] = index % 2 ? [one.wallet, other.wallet] : [other.wallet, one.wallet];
      return moving(post(transfer(from, to, 1n)));
    }),
  );
  expect(await readBalance(database, one.wallet)).toEqual({ own: 10_000n, available: 10_000n });
});

test('transactions that move between the same accounts in opposite order do not deadlock', async () => {
  const [roubles, dollars] = [await aWallet(100_000n), await aWallet(100_000n)];
  attempts = 0;
  await Promise.all(
    Array.from({ length: 64 }, (_, index) => {
      const pairs = [roubles, dollars].map(({ wallet, source }) => hold(transfer(wallet, source, 1n)));
      return moving(...(index % 2 ? pairs : pairs.reverse()));
    }),
  );
  expect(attempts).toBe(64);
  for (const { wallet } of [roubles, dollars]) {
    expect(await readBalance(database, wallet)).toEqual({ own: 100_000n, available: 99_936n });
  }
});

test('a transaction that locks accounts out of order is rejected', async () => {
  const [first, second] = [await aWallet(10n), await aWallet(10n)];
  const both = [first, second].map(({ wallet, source }) => post(transfer(wallet, source, 1n)));
  const backwards = database.transaction(async (tx) => {
    for (const movement of both.reverse()) await move(database, [movement], tx);
  });
  await expect(backwards).rejects.toThrow('move both in one go');
  const late = database.transaction(async (tx) => {
    await move(database, both, tx);
    await openAccounts(database, [{ id: 'late', kind: 'fee', currency: 'RUB', mayGoNegative: true }], tx);
  });
  await expect(late).rejects.toThrow('before any is locked');
});

test('concurrent transactions that open the same accounts all move their money', async () => {
  const name = `t${names++}`;
  const accounts = ['a', 'b', 'c'].map((each) => {
    return { id: `${name}/${each}`, kind: 'fee', currency: 'RUB', mayGoNegative: true } as const;
  });
  let attempted = 0;
  await Promise.all(
    Array.from({ length: 32 }, async (_, index) => {
      const [one, other, third] = index % 2 ? accounts : [...accounts].reverse();
      await database.transaction(async (tx) => {
        attempted++;
        await openAccounts(database, [one!, other!, third!], tx);
        await move(database, [post(transfer(one!.id, other!.id, 1n)), post(transfer(other!.id, third!.id, 1n))], tx);
      });
    }),
  );
  expect(attempted).toBe(32);
  expect(await readBalance(database, `${name}/b`)).toEqual({ own: 0n, available: 0n });
});

test('a shared account holds sums above 64 bits', async () => {
  const [provider, shop] = ['provider', 'shop'].map((each) => `t${names++}/${each}`);
  const accounts = [provider!, shop!].map((id) => ({
    id,
    kind: 'settlement' as const,
    currency: 'KZT',
    mayGoNegative: true,
  }));
  await openAccounts(database, accounts);
  const largest = (1n << 53n) - 1n;
  const holds = Array.from({ length: 1_100 }, () => ({ ...transfer(provider!, shop!, largest), currency: 'KZT' }));
  await moving(...holds.map(hold));
  await moving(...holds.map(({ id }) => postPending({ id: `${id}/post`, pendingID: id, reason: 'all of it' })));
  expect(await readBalance(database, shop!)).toEqual({ own: 1_100n * largest, available: 1_100n * largest });
  expect(await verifyLedger(database)).toEqual([]);
});

test('a wallet balance is limited to the largest exact JSON integer', async () => {
  const largest = (1n << 53n) - 1n;
  const { source, wallet } = await aWallet(largest);
  await expect(moving(post(transfer(source, wallet, 1n)))).rejects.toBeInstanceOf(LimitExceeded);
  expect(await readBalance(database, wallet)).toEqual({ own: largest, available: largest });
});

test('a transfer id posts once', async () => {
  const { source, wallet } = await aWallet(0n);
  const once = transfer(source, wallet, 5n);
  await moving(post(once));
  await expect(moving(post(once))).rejects.toThrow();
  expect(await readBalance(database, wallet)).toEqual({ own: 5n, available: 5n });
});

test('transfers are immutable', async () => {
  await aWallet(10n);
  await expect(database.sequelize.query('UPDATE ledger_transfers SET amount = 1')).rejects.toThrow('immutable');
  await expect(database.sequelize.query('DELETE FROM ledger_transfers')).rejects.toThrow('immutable');
});

test('currencies do not mix', async () => {
  const { source, wallet } = await aWallet(10n);
  await expect(moving(post({ ...transfer(source, wallet, 1n), currency: 'USD' }))).rejects.toThrow();
});

test('verification finds a balance that differs from its transfers', async () => {
  expect(await verifyLedger(database)).toEqual([]);
  const { wallet } = await aWallet(10n);
  await database.sequelize.query('UPDATE ledger_accounts SET credits_posted = credits_posted + 1 WHERE id = ?', {
    replacements: [wallet],
  });
  const faults = await verifyLedger(database);
  expect(faults.map(({ where }) => where)).toEqual(expect.arrayContaining([wallet, 'RUB']));
  await database.sequelize.query('UPDATE ledger_accounts SET credits_posted = credits_posted - 1 WHERE id = ?', {
    replacements: [wallet],
  });
});
