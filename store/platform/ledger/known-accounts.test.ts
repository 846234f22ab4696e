import { freshDatabase } from '../../../tests/harness/database';
import { Database, type Transaction } from '../../postgres/database';
import { hold, movingStatements, openingStatements, post, postPending, readBalance, type Account } from './ledger';
import { selectUnknown } from './known-accounts';
import { verifyLedger } from './verify';

let database: Database;
let names = 0;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 12 });
});
afterAll(() => database?.close());

function someAccounts(): [Account, Account, Account] {
  const name = `t${names++}`;
  const account = (id: string): Account => ({ id: `${name}/${id}`, kind: 'fee', currency: 'RUB', mayGoNegative: true });
  return [account('a'), account('b'), account('c')];
}

const transfer = (debit: Account, credit: Account, amountMinor: bigint) => ({
  ...{ id: `transfer-${names++}`, debitAccountID: debit.id, creditAccountID: credit.id, amountMinor },
  ...{ currency: 'RUB', reason: 'test' },
});

/** Opens accounts and moves money between them; returns how many statements opened accounts. */
async function moveOnce(
  accounts: readonly Account[],
  end: (tx: Transaction) => void = () => undefined,
): Promise<number> {
  const [debit, credit] = accounts;
  let openingCount = 0;
  await database.transaction(async (tx) => {
    const opening = openingStatements(database, accounts, tx);
    openingCount = opening.length;
    const moving = movingStatements([post(transfer(debit!, credit!, 1n))], [], tx);
    for (const { values, ...query } of [...opening, ...moving]) await database.run(query, values, tx);
    end(tx);
  });
  return openingCount;
}

const fail = () => {
  throw new Error('rolled back');
};

test('accounts are opened by the first transaction that commits and by no later one', async () => {
  const accounts = someAccounts();
  await expect(moveOnce(accounts, fail)).rejects.toThrow('rolled back');
  expect(await moveOnce(accounts)).toBe(1);
  expect(await moveOnce(accounts)).toBe(0);
  expect(await moveOnce([...accounts, ...someAccounts()])).toBe(1);
});

test('a transfer fails if its accounts are missing after a restore, and the next attempt opens them', async () => {
  const accounts = someAccounts();
  await moveOnce(accounts);
  const ids = accounts.map(({ id }) => id);
  await database.search('ALTER TABLE ledger_transfers DISABLE TRIGGER USER', []);
  await database.search('DELETE FROM ledger_transfers WHERE debit_account_id = ANY ($1)', [ids]);
  await database.search('ALTER TABLE ledger_transfers ENABLE TRIGGER USER', []);
  await database.search('DELETE FROM ledger_accounts WHERE id = ANY ($1)', [ids]);
  await expect(moveOnce(accounts)).rejects.toThrow('violates foreign key constraint');
  expect(await moveOnce(accounts)).toBe(1);
  expect(await readBalance(database, ids[1]!)).toEqual({ own: 1n, available: 1n });
});

test('several movements in one statement move the same as one by one, also concurrently', async () => {
  const [debit, credit, fees] = someAccounts();
  const lifecycle = async (): Promise<void> => {
    const held = transfer(debit, credit, 100n);
    await database.transaction(async (tx) => {
      const opening = openingStatements(database, [debit, credit, fees], tx);
      await database.commitWith([...opening, ...movingStatements([hold(held)], [], tx)], tx);
    });
    await database.transaction(async (tx) => {
      const captured = postPending({ id: `${held.id}/capture`, pendingID: held.id, amountMinor: 90n, reason: 'test' });
      await database.commitWith(movingStatements([captured, post(transfer(credit, fees, 7n))], [held], tx), tx);
    });
  };
  await Promise.all(Array.from({ length: 24 }, lifecycle));
  expect(await readBalance(database, debit.id)).toEqual({ own: -2_160n, available: -2_160n });
  expect(await readBalance(database, credit.id)).toEqual({ own: 1_992n, available: 1_992n });
  expect(await readBalance(database, [credit.id, fees.id, 'none'])).toEqual({ own: 2_160n, available: 2_160n });
  expect(await verifyLedger(database)).toEqual([]);
});

test('a process remembers the fifty thousand accounts that were used last', async () => {
  const own = new Database({ url: database.url, poolSize: 1 });
  const areUnknown = async (...numbers: number[]): Promise<boolean> => {
    const accounts = numbers.map((number) => ({ id: `remembered/${number}` }));
    return own.transaction(async (tx) => {
      await own.search('SELECT', [], tx);
      return selectUnknown(own, accounts, tx).length === numbers.length;
    });
  };
  const all = Array.from({ length: 50_000 }, (_, number) => number);
  expect(await areUnknown(...all)).toBe(true);
  // The first is used again, so that the second is the one that was not used for longest.
  expect(await areUnknown(0)).toBe(false);
  expect(await areUnknown(50_000)).toBe(true);
  expect(await areUnknown(1)).toBe(true);
  for (const number of [0, 3, 50_000]) expect([number, await areUnknown(number)]).toEqual([number, false]);
  await own.close();
});

test('accounts are known per database, and a rollback forgets only those of its transaction', async () => {
  const [accounts, others] = [someAccounts(), someAccounts()];
  await moveOnce(accounts);
  await moveOnce(others);
  await expect(moveOnce(accounts, fail)).rejects.toThrow('rolled back');
  expect(await moveOnce(others)).toBe(0);
  expect(await moveOnce(accounts)).toBe(1);
  const other = new Database({ url: database.url, poolSize: 1 });
  await other.transaction(async (tx) => expect(openingStatements(other, accounts, tx)).toHaveLength(1));
  await other.close();
});
