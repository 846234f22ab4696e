import { dependencies } from '../package.json';
import { emptyDatabase } from '../testing/database';
import { Client, send } from './client';

const bound = (name: string, text: string, ...values: unknown[]) => ({ name, text, values });
const echo = (value: number) => bound('test-echo', 'SELECT $1::integer AS value', value);

let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: await emptyDatabase() });
  await client.connect();
});

afterAll(() => client.end());

test('pg, whose private fields are used here, is pinned exactly', () => {
  expect(dependencies.pg).toMatch(/^\d+\.\d+\.\d+$/);
});

test('statements that are sent together are answered at once, each with its rows', async () => {
  let answers = 0;
  client.connection.on('readyForQuery', () => (answers += 1));
  const asked = [echo(1), bound('', 'SELECT $1::text AS text, NULL AS none', 'a'), echo(2)];
  const found = await send(client, asked);
  expect(found.map(({ rows }) => rows)).toEqual([[{ value: 1 }], [{ text: 'a', none: null }], [{ value: 2 }]]);
  expect(answers).toBe(1);
});

test('the columns of a prepared statement are asked for once', async () => {
  let descriptions = 0;
  client.connection.on('rowDescription', () => (descriptions += 1));
  const text = 'SELECT 1 AS one, ARRAY[$1::text] AS list';
  for (const value of ['x', null]) {
    const [answer] = await send(client, [bound('test-columns', text, value)]);
    expect(answer?.rows).toEqual([{ one: 1, list: [value] }]);
  }
  expect(descriptions).toBe(1);
});

test('what follows a statement that fails is passed over, and can be asked again', async () => {
  const nothing = bound('test-nothing', 'SELECT * FROM nothing');
  const later = bound('test-later', 'SELECT 1 AS later');
  await expect(send(client, [echo(1), nothing, later])).rejects.toThrow('"nothing" does not exist');
  await expect(send(client, [nothing])).rejects.toThrow('"nothing" does not exist');
  const [first, second] = await send(client, [later, echo(3)]);
  expect([first?.rows, second?.rows]).toEqual([[{ later: 1 }], [{ value: 3 }]]);
});

test('a statement whose columns have become others fails until it is prepared again', async () => {
  const read = bound('test-changed', 'SELECT * FROM changed');
  await send(client, [bound('', 'CREATE TABLE changed AS SELECT 1 AS one')]);
  expect((await send(client, [read]))[0]?.rows).toEqual([{ one: 1 }]);
  await send(client, [bound('', 'ALTER TABLE changed ADD two integer')]);
  await expect(send(client, [read])).rejects.toThrow('must not change result type');
});

test('a value that cannot be read fails its own statements only', async () => {
  const UUID_OID = 2950;
  client.setTypeParser(UUID_OID, () => {
    throw new Error('unreadable');
  });
  await expect(send(client, [echo(1), bound('', 'SELECT gen_random_uuid()')])).rejects.toThrow('unreadable');
  expect((await send(client, [echo(5)]))[0]?.rows).toEqual([{ value: 5 }]);
});

test('two statements of one name are refused, and nothing is sent', async () => {
  await expect(send(client, [echo(1), bound('test-echo', 'SELECT 2')])).rejects.toThrow('two statements are called');
  const both = [bound('test-both', 'SELECT 1'), bound('test-both', 'SELECT 2')];
  await expect(send(client, both)).rejects.toThrow('two statements are called test-both');
  expect((await send(client, [echo(4)]))[0]?.rows).toEqual([{ value: 4 }]);
});
