import { Client } from 'pg';
import { emptyDatabase, freshDatabase } from './database';
import { isMemoryFree } from './run/memory-tablespace';
import { service } from './services';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`;

test('a fresh database has the newest schema and is isolated', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  await query(first, `CREATE TABLE only_here (id int)`);
  const names = (await query(second, tables)).map((row) => row['table_name']);
  expect(names).toContain('invoices');
  expect(names).not.toContain('only_here');
});

test('an empty database has no table', async () => {
  expect(await query(await emptyDatabase(), tables)).toEqual([]);
});

test('databases are in memory if there is enough', async () => {
  const { memoryFolder } = await service('postgres');
  const place = `SELECT spcname AS name FROM pg_database d JOIN pg_tablespace s ON s.oid = dattablespace
    WHERE datname = current_database()`;
  const isInMemory = memoryFolder !== undefined && isMemoryFree();
  const expected = [{ name: isInMemory ? 'memory' : 'pg_default' }];
  for (const url of [await emptyDatabase(), await freshDatabase()]) expect(await query(url, place)).toEqual(expected);
});
