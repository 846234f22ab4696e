import { freshDatabase } from '../../../tests/harness/database';
import { Database } from '../../postgres/database';
import { hold, LimitExceeded, move, openAccounts, post, postPending, voidPending, type Movement } from './ledger';
import { assertDailyVelocity, type MovedAmount } from './velocity-limit';

const DAY_MS = 86_400_000;

let database: Database;
let wallet: string;
let names = 0;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 4 });
});
beforeEach(async () => {
  wallet = `wallet/${++names}`;
  const account = { kind: 'wallet', currency: 'RUB', mayGoNegative: true } as const;
  await openAccounts(database, [
    { ...account, id: wallet },
    { ...account, id: `${wallet}/other` },
  ]);
});
afterAll(() => database?.close());

const debit = (amountMinor: bigint, { id = `withdrawal/${++names}`, from = wallet, to = `${wallet}/other` } = {}) => ({
  ...{ id, debitAccountID: from, creditAccountID: to, amountMinor, currency: 'RUB', reason: 'test' },
});

async function moving(...movements: Movement[]): Promise<void> {
  await database.transaction((tx) => move(database, movements, tx));
}

interface AssertOptions {
  movements?: Movement[];
  now?: Date;
  operation?: MovedAmount['operation'];
}

/** Asserts after the movements of the same transaction, as an operation does. */
async function assertLimit(
  limitMinor: bigint | undefined,
  { movements = [], now = new Date(), operation = 'withdrawal' }: AssertOptions = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    await move(database, movements, tx);
    await assertDailyVelocity(database, { limitMinor, now, accountID: wallet, operation }, tx);
  });
}

test('debits may reach the limit of a day but not exceed it, the present one included', async () => {
  await moving(post(debit(60n)));
  await assertLimit(100n, { movements: [hold(debit(40n))] });
  const refused = assertLimit(100n, { movements: [hold(debit(1n))] });
  await expect(refused).rejects.toBeInstanceOf(LimitExceeded);
  await expect(refused).rejects.toMatchObject({ accountID: wallet });
  // The refused one was rolled back and does not count.
  await assertLimit(100n);
});

test('an account without a limit moves any amount at no cost, and one with a limit of zero none', async () => {
  await assertLimit(0n);
  const run = jest.spyOn(database, 'run');
  await assertLimit(undefined, { movements: [post(debit(1_000_000n))] });
  expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['ledger-move']);
  run.mockRestore();
  await expect(assertLimit(0n)).rejects.toBeInstanceOf(LimitExceeded);
});

test('a hold counts once when it is posted, and no more when it is voided', async () => {
  const [posted, voided] = [debit(30n), debit(50n)];
  await moving(hold(posted), hold(voided));
  await expect(assertLimit(79n)).rejects.toBeInstanceOf(LimitExceeded);
  await moving(postPending({ id: `${posted.id}/post`, pendingID: posted.id, reason: 'test' }));
  await assertLimit(80n);
  await moving(voidPending({ id: `${voided.id}/void`, pendingID: voided.id, reason: 'test' }));
  await assertLimit(30n);
  await expect(assertLimit(29n)).rejects.toBeInstanceOf(LimitExceeded);
});

test('only debits of the same operation and account count', async () => {
  await moving(
    post(debit(10n, { id: `w2w/${++names}` })),
    post(debit(20n)),
    post(debit(40n, { from: `${wallet}/other`, to: wallet })),
    post(debit(80n, { id: `withdrawals/${++names}` })),
  );
  for (const [operation, sum] of [
    ['w2w', 10n],
    ['withdrawal', 20n],
  ] as const) {
    await assertLimit(sum, { operation });
    await expect(assertLimit(sum - 1n, { operation })).rejects.toBeInstanceOf(LimitExceeded);
  }
});

test('a debit counts for twenty-four hours', async () => {
  const given = debit(10n);
  await moving(post(given));
  const [row] = await database.search<{ at: Date }>('SELECT created_at AS at FROM ledger_transfers WHERE id = $1', [
    given.id,
  ]);
  const end = (row?.at.getTime() ?? 0) + DAY_MS;
  await expect(assertLimit(9n, { now: new Date(end - 1) })).rejects.toBeInstanceOf(LimitExceeded);
  await assertLimit(9n, { now: new Date(end + 1) });
});
