import { Client } from 'pg';
import { emptyDatabase } from '../../tests/harness/database';
import { sendTogether } from './send-together';

const bound = (name: string, text: string, ...values: unknown[]) => ({ name, text, values });
const echo = (value: number) => bound('test-echo', 'SELECT $1::integer AS value', value);

let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: await emptyDatabase(), pipeline: true });
  await client.connect();
});

afterAll(() => client.end());

test('statements that are sent together return their rows', async () => {
  const found = await sendTogether(client, [echo(1), bound('', 'SELECT $1::text AS text, NULL AS none', 'a'), echo(2)]);
  expect(found.map(({ rows }) => rows)).toEqual([[{ value: 1 }], [{ text: 'a', none: null }], [{ value: 2 }]]);
});

test('a failed statement of a transaction fails those after it, and its own error is thrown', async () => {
  const nothing = bound('test-nothing', 'SELECT * FROM nothing');
  const later = bound('test-later', 'SELECT 1 AS later');
  const [begin, commit] = [bound('', 'BEGIN'), bound('', 'COMMIT')];
  await expect(sendTogether(client, [begin, nothing, later, commit])).rejects.toThrow('"nothing" does not exist');
  const [first, second] = await sendTogether(client, [later, echo(3)]);
  expect([first?.rows, second?.rows]).toEqual([[{ later: 1 }], [{ value: 3 }]]);
});

test('two statements with one name are refused', async () => {
  await expect(sendTogether(client, [echo(1), bound('test-echo', 'SELECT 2')])).rejects.toThrow(/test-echo|same/);
  expect((await sendTogether(client, [echo(4)]))[0]?.rows).toEqual([{ value: 4 }]);
});

test('the format of rows is asked for once for each statement of a connection', async () => {
  const describe = jest.spyOn(client.connection as unknown as { describe: () => void }, 'describe');
  const wide = (value: string) =>
    bound('test-format', 'SELECT $1::text AS text, 7::bigint AS big, now() AS at, NULL AS none', value);
  const nothing = bound('test-no-rows', 'SET LOCAL lock_timeout = 0');
  for (const value of ['a', 'b', 'c']) {
    const [found, none] = await sendTogether(client, [wide(value), nothing]);
    expect(found?.rows).toEqual([{ text: value, big: '7', at: expect.any(Date), none: null }]);
    expect(found?.fields.map(({ name }) => name)).toEqual(['text', 'big', 'at', 'none']);
    expect(none).toMatchObject({ rows: [], command: 'SET' });
  }
  expect(describe).toHaveBeenCalledTimes(2);
  describe.mockRestore();
});

test('a statement whose first run failed is described at its next', async () => {
  const divided = (by: number) => bound('test-divided', 'SELECT 6 / $1::integer AS result', by);
  await expect(sendTogether(client, [divided(0)])).rejects.toThrow('division by zero');
  for (const _ of [1, 2]) expect((await sendTogether(client, [divided(3)]))[0]?.rows).toEqual([{ result: 2 }]);
});

test('a statement whose columns changed type fails instead of being read wrongly', async () => {
  const read = bound('test-changed', 'SELECT * FROM changed');
  await sendTogether(client, [bound('', 'CREATE TABLE changed AS SELECT 1 AS value')]);
  for (const _ of [1, 2]) expect((await sendTogether(client, [read]))[0]?.rows).toEqual([{ value: 1 }]);
  await sendTogether(client, [bound('', 'ALTER TABLE changed ALTER value TYPE text')]);
  await expect(sendTogether(client, [read])).rejects.toThrow('cached plan must not change result type');
});

test('a value that cannot be sent fails its statement alone', async () => {
  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  const text = bound('test-value', 'SELECT $1::text AS text', 'a');
  for (const _ of [1, 2]) expect((await sendTogether(client, [text]))[0]?.rows).toEqual([{ text: 'a' }]);
  await expect(sendTogether(client, [{ ...text, values: [circular] }])).rejects.toThrow('circular');
  expect((await sendTogether(client, [echo(5)]))[0]?.rows).toEqual([{ value: 5 }]);
});
