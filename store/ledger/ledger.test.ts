import { freshDatabase } from '../../testing/database';
import { Database } from '../database';
import { InsufficientFunds, balanceOf, hold, openAccounts, post, postHold, voidHold, type Transfer } from './ledger';
import { verifyLedger } from './verify';

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 12 });
});
afterAll(() => database?.close());

let names = 0;

/** Two accounts of their own: a source that may go negative, and a wallet that may not. */
async function aWallet(amountMinor: bigint): Promise<{ source: string; wallet: string }> {
  const name = `t${names++}`;
  const [source, wallet] = [`${name}/source`, `${name}/wallet`];
  await openAccounts(database, [
    { id: source, kind: 'source', currency: 'RUB', mayGoNegative: true },
    { id: wallet, kind: 'wallet', currency: 'RUB', mayGoNegative: false },
  ]);
  if (amountMinor > 0n) await moving((tx) => post(database, transfer(source, wallet, amountMinor), tx));
  return { source, wallet };
}

const moving = (work: (tx: Parameters<typeof post>[2]) => Promise<void>): Promise<void> => database.transaction(work);

function transfer(debitAccountID: string, creditAccountID: string, amountMinor: bigint): Transfer {
  return { id: `transfer-${names++}`, debitAccountID, creditAccountID, amountMinor, currency: 'RUB', reason: 'test' };
}

test('a hold takes from what is available, not from what is owned, until it is posted', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving((tx) => hold(database, held, tx));
  expect(await balanceOf(database, wallet)).toEqual({ own: 1_000n, available: 600n });
  await moving((tx) => postHold(database, { id: 'p1', pendingID: held.id, amountMinor: 150n, reason: 'less' }, tx));
  expect(await balanceOf(database, wallet)).toEqual({ own: 850n, available: 850n });
});

test('a voided hold leaves everything as it was', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving((tx) => hold(database, held, tx));
  await moving((tx) => voidHold(database, { id: 'v1', pendingID: held.id, reason: 'no' }, tx));
  expect(await balanceOf(database, wallet)).toEqual({ own: 1_000n, available: 1_000n });
});

test('a hold is resolved once, whoever tries', async () => {
  const { source, wallet } = await aWallet(1_000n);
  const held = transfer(wallet, source, 400n);
  await moving((tx) => hold(database, held, tx));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      moving((tx) => {
        const resolution = { id: `r${names}-${index}`, pendingID: held.id, reason: 'race' };
        return index % 2 ? postHold(database, resolution, tx) : voidHold(database, resolution, tx);
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('two hundred withdrawals at once never overdraw', async () => {
  const { source, wallet } = await aWallet(5_000n);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => moving((tx) => hold(database, transfer(wallet, source, 100n), tx))),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(150);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(InsufficientFunds);
  expect(await balanceOf(database, wallet)).toEqual({ own: 5_000n, available: 0n });
});

test('opposite transfers between two accounts do not block each other', async () => {
  const one = await aWallet(10_000n);
  const other = await aWallet(10_000n);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const [from, to] = index % 2 ? [one.wallet, other.wallet] : [other.wallet, one.wallet];
      return moving((tx) => post(database, transfer(from, to, 1n), tx));
    }),
  );
  expect(await balanceOf(database, one.wallet)).toEqual({ own: 10_000n, available: 10_000n });
});

test('an operation posts once, because its transfer has its name', async () => {
  const { source, wallet } = await aWallet(0n);
  const once = transfer(source, wallet, 5n);
  await moving((tx) => post(database, once, tx));
  await expect(moving((tx) => post(database, once, tx))).rejects.toThrow();
  expect(await balanceOf(database, wallet)).toEqual({ own: 5n, available: 5n });
});

test('transfers are never changed or deleted', async () => {
  await aWallet(10n);
  await expect(database.sequelize.query('UPDATE ledger_transfers SET amount = 1')).rejects.toThrow('immutable');
  await expect(database.sequelize.query('DELETE FROM ledger_transfers')).rejects.toThrow('immutable');
});

test('currencies do not mix', async () => {
  const { source, wallet } = await aWallet(10n);
  await expect(
    moving((tx) => post(database, { ...transfer(source, wallet, 1n), currency: 'USD' }, tx)),
  ).rejects.toThrow();
});

test('verification finds a balance that does not follow from the transfers', async () => {
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
