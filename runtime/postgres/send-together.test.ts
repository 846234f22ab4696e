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
