import { freshDatabase } from '../../../tests/harness/database';
import { Database } from '../../postgres/database';
import {
  hold,
  InsufficientFunds,
  LimitExceeded,
  move,
  movingStatements,
  openAccounts,
  post,
  postPending,
  readBalance,
  voidPending,
  type Movement,
  type Transfer,
} from './ledger';
import { verifyLedger } from './verify';

let database: Database;
let source: string;
let wallet: string;
let names = 0;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 4 });
});
beforeEach(async () => {
  const name = `t${++names}`;
  [source, wallet] = [`${name}/source`, `${name}/wallet`];
  await openAccounts(database, [
    { id: source, kind: 'source', currency: 'RUB', mayGoNegative: true },
    { id: wallet, kind: 'wallet', currency: 'RUB', mayGoNegative: false },
  ]);
  await moving(post(transfer(source, wallet, 100n)));
});
afterEach(async () => expect(await verifyLedger(database)).toEqual([]));
afterAll(() => database?.close());

const moving = (...movements: Movement[]): Promise<void> => database.transaction((tx) => move(database, movements, tx));

function transfer(debitAccountID: string, creditAccountID: string, amountMinor: bigint): Transfer {
  return { id: `transfer-${++names}`, debitAccountID, creditAccountID, amountMinor, currency: 'RUB', reason: 'test' };
}

const resolution = (pendingID: string, amountMinor?: bigint) => ({
  ...{ id: `${pendingID}/resolved-${++names}`, pendingID, reason: 'test' },
  ...(amountMinor !== undefined && { amountMinor }),
});

test('a hold is posted up to its amount, and by no unit more', async () => {
  const held = transfer(wallet, source, 40n);
  await moving(hold(held));
  await expect(moving(postPending(resolution(held.id, 41n)))).rejects.toThrow(`hold ${held.id} is smaller than 41`);
  expect(await readBalance(database, wallet)).toEqual({ own: 100n, available: 60n });
  await moving(postPending(resolution(held.id, 40n)));
  expect(await readBalance(database, wallet)).toEqual({ own: 60n, available: 60n });
});

test('a hold that is posted without an amount is posted in full', async () => {
  const held = transfer(wallet, source, 40n);
  await moving(hold(held));
  await moving(postPending(resolution(held.id)));
  expect(await readBalance(database, wallet)).toEqual({ own: 60n, available: 60n });
  expect(await readBalance(database, source)).toEqual({ own: -60n, available: -60n });
});

test('an unknown or already posted transfer cannot be resolved as a hold', async () => {
  const posted = transfer(source, wallet, 5n);
  await moving(post(posted));
  for (const id of ['none', posted.id]) {
    await expect(moving(postPending(resolution(id)))).rejects.toThrow(`ledger has no hold ${id}`);
    await expect(moving(voidPending(resolution(id)))).rejects.toThrow(`ledger has no hold ${id}`);
  }
  await database.transaction(async (tx) => {
    expect(() => movingStatements([voidPending(resolution('none'))], [], tx)).toThrow('ledger has no hold none');
  });
  expect(await readBalance(database, wallet)).toEqual({ own: 105n, available: 105n });
});

test('a resolved hold stays resolved, and the second resolution moves nothing', async () => {
  const held = transfer(wallet, source, 40n);
  await moving(hold(held));
  await moving(voidPending(resolution(held.id)));
  await expect(moving(postPending(resolution(held.id)))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  await expect(moving(voidPending(resolution(held.id)))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  expect(await readBalance(database, wallet)).toEqual({ own: 100n, available: 100n });
});

test('an account spends all it has less its holds, and by no unit more', async () => {
  await moving(hold(transfer(wallet, source, 40n)));
  const refused = moving(post(transfer(wallet, source, 61n)));
  await expect(refused).rejects.toBeInstanceOf(InsufficientFunds);
  await expect(refused).rejects.toMatchObject({
    ...{ name: 'InsufficientFunds', accountID: wallet, message: `account ${wallet} does not have enough` },
  });
  await moving(post(transfer(wallet, source, 60n)));
  expect(await readBalance(database, wallet)).toEqual({ own: 40n, available: 0n });
});

test('an exceeded limit names the account that receives', async () => {
  const refused = moving(post(transfer(source, wallet, (1n << 53n) - 100n)));
  await expect(refused).rejects.toBeInstanceOf(LimitExceeded);
  await expect(refused).rejects.toMatchObject({
    ...{ name: 'LimitExceeded', accountID: wallet, message: `account ${wallet} has reached its limit` },
  });
});

test('an error that is no refusal of the ledger passes unchanged', async () => {
  const given = transfer(wallet, source, 1n);
  await moving(post(given));
  await expect(moving(post(given))).rejects.toMatchObject({ code: '23505', table: 'ledger_transfers' });
  const unknown = moving(post(transfer(wallet, 'never opened', 1n)));
  await expect(unknown).rejects.toMatchObject({ code: '23503' });
});

test('several movements fail together if one is refused', async () => {
  const both = [post(transfer(source, wallet, 10n)), post(transfer(wallet, source, 111n))];
  await expect(moving(...both)).rejects.toBeInstanceOf(InsufficientFunds);
  expect(await readBalance(database, wallet)).toEqual({ own: 100n, available: 100n });
});

test('a transaction without movements changes nothing', async () => {
  await moving();
  await database.transaction(async (tx) => database.commitWith(movingStatements([], [], tx), tx));
  expect(await readBalance(database, wallet)).toEqual({ own: 100n, available: 100n });
});

test('a balance is read as its transaction sees it; one that was never opened is zero', async () => {
  await database.transaction(async (tx) => {
    await move(database, [hold(transfer(wallet, source, 30n))], tx);
    expect(await readBalance(database, wallet, tx)).toEqual({ own: 100n, available: 70n });
    expect(await readBalance(database, wallet)).toEqual({ own: 100n, available: 100n });
  });
  expect(await readBalance(database, 'none')).toEqual({ own: 0n, available: 0n });
  expect(await readBalance(database, [])).toEqual({ own: 0n, available: 0n });
});

test('movements are stored with their kind, hold, amount and reason, alone and together', async () => {
  const [held, other] = [transfer(wallet, source, 40n), transfer(wallet, source, 7n)];
  await moving(hold(held));
  const captured = { ...resolution(held.id, 30n), reason: 'captured' };
  await database.transaction(async (tx) =>
    database.commitWith(movingStatements([postPending(captured), hold(other)], [held], tx), tx),
  );
  const voided = { ...resolution(other.id), reason: 'expired' };
  await database.transaction(async (tx) => {
    await database.commitWith(movingStatements([voidPending(voided)], [other], tx), tx);
  });
  const columns = 'id, kind, pending_id AS "pendingID", amount::text, currency, reason';
  const ids = [held, captured, other, voided].map(({ id }) => id);
  expect(
    await database.search(`SELECT ${columns} FROM ledger_transfers WHERE id = ANY ($1) ORDER BY id`, [ids]),
  ).toEqual(
    [
      { id: held.id, kind: 'pending', pendingID: null, amount: '40', currency: 'RUB', reason: 'test' },
      { id: captured.id, kind: 'post', pendingID: held.id, amount: '30', currency: 'RUB', reason: 'captured' },
      { id: other.id, kind: 'pending', pendingID: null, amount: '7', currency: 'RUB', reason: 'test' },
      { id: voided.id, kind: 'void', pendingID: other.id, amount: '0', currency: 'RUB', reason: 'expired' },
    ].toSorted((one, another) => (one.id < another.id ? -1 : 1)),
  );
  expect(await readBalance(database, wallet)).toEqual({ own: 70n, available: 70n });
});

test('a single movement costs one statement, and only several lock their accounts first', async () => {
  const run = jest.spyOn(database, 'run');
  const namesOf = async (...movements: Movement[]): Promise<string[]> => {
    run.mockClear();
    await moving(...movements);
    return run.mock.calls.map(([{ name }]) => name);
  };
  const [one, other] = [transfer(source, wallet, 1n), transfer(source, wallet, 1n)];
  expect(await namesOf(post(one))).toEqual(['ledger-move']);
  expect(await namesOf(hold(other), post(transfer(source, wallet, 1n)))).toEqual([
    ...['ledger-lock', 'ledger-move', 'ledger-move'],
  ]);
  expect(await namesOf(voidPending(resolution(other.id)))).toEqual(['ledger-find-pending', 'ledger-move']);
  run.mockRestore();
  await database.transaction(async (tx) => {
    const listNames = (movements: Movement[]) => movingStatements(movements, [], tx).map(({ name }) => name);
    expect(listNames([post(one)])).toEqual(['ledger-move']);
    expect(listNames([post(one), post(other)])).toEqual(['ledger-move-many']);
  });
});
