import { Refusal } from '../../../domain/platform/errors/refusal';
import { freshDatabase } from '../../../tests/harness/database';
import { Database, statement } from '../../postgres/database';
import { InsufficientFunds, LimitExceeded } from './ledger';
import { runOnce, toFailure } from './operation';

interface Command {
  key: string;
  amount: number;
}

const FIND = statement<Command>('test-find-command', 'SELECT key, amount FROM commands WHERE key = $1');
const MAKE = statement<Command>('test-make-command', 'INSERT INTO commands VALUES ($1, $2) RETURNING key, amount');

let database: Database;
/** How often a command was carried out or tried. */
let makingCount: number;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 8 });
  await database.search('CREATE TABLE commands (key text CONSTRAINT commands_key PRIMARY KEY, amount integer)', []);
});
beforeEach(() => (makingCount = 0));
afterAll(() => database?.close());

async function command({ key, amount }: Command, make?: () => Promise<Command>): Promise<Command> {
  const operation = { key, index: 'commands_key', find: FIND, isSame: (row: Command) => row.amount === amount };
  return runOnce(database, operation, async () => {
    makingCount++;
    if (make) return make();
    const [made] = await database.run(MAKE, [key, amount]);
    if (!made) throw new Error('not made');
    return made;
  });
}

test('a repeated command returns the first result and is carried out once', async () => {
  const given = { key: 'again', amount: 5 };
  expect(await command(given)).toEqual(given);
  expect(await command(given)).toEqual(given);
  expect(makingCount).toBe(1);
});

test('a key that has another command is refused, and nothing is carried out', async () => {
  await command({ key: 'used', amount: 5 });
  await expect(command({ key: 'used', amount: 6 })).rejects.toMatchObject({
    code: 'invalidOperationParameters',
    message: 'the operation used has been used for something else',
  });
  expect(makingCount).toBe(1);
});

test('concurrent repetitions of a command carry it out once', async () => {
  const given = { key: 'race', amount: 5 };
  const results = await Promise.all(Array.from({ length: 8 }, () => command(given)));
  expect(results).toEqual(Array.from({ length: 8 }, () => given));
  expect(await database.search('SELECT amount FROM commands WHERE key = $1', ['race'])).toEqual([{ amount: 5 }]);
});

test('concurrent different commands of one key: one is carried out, the other is refused', async () => {
  const outcomes = await Promise.allSettled([5, 6].map((amount) => command({ key: 'clash', amount })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'invalidOperationParameters' });
});

test('a command that is refused can be repeated with its key', async () => {
  const refusal = new Refusal('notFound', 'Deposit not found');
  const given = { key: 'later', amount: 5 };
  await expect(command(given, () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(await command(given)).toEqual(given);
});

test('only the refusals of the ledger are failures of an operation; other errors are rethrown', () => {
  expect(toFailure(new InsufficientFunds('wallet/W'))).toEqual({ code: 'InsufficientFunds' });
  expect(toFailure(new LimitExceeded('wallet/W'))).toEqual({
    code: 'account_limit_exceeded',
    subError: { code: 'amount' },
  });
  const defect = new Error('a defect');
  expect(() => toFailure(defect)).toThrow(defect);
});
