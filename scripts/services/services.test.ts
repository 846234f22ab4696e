import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { portToKeep } from '../../tests/harness/ports';
import { createDatabaseAt, startPostgres } from './postgres';
import { startTemporal } from './temporal';
import { runFolder } from '../../tests/harness/services';

const folder = mkdtempSync(join(runFolder('tmp'), 'services-'));
chmodSync(folder, 0o755);
const say = () => undefined;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function postgresIn(name: string, password = 'a password') {
  const dataFolder = join(folder, name);
  return startPostgres({ dataFolder, port: await portToKeep(), password, logFile: join(folder, `${name}.log`), say });
}

test('PostgreSQL keeps committed data when it is killed, and is durable', async () => {
  const first = await postgresIn('kept');
  await createDatabaseAt(first.url('shop'));
  await createDatabaseAt(first.url('shop'));
  const writer = new Client({ connectionString: first.url('shop') });
  writer.on('error', () => undefined);
  await writer.connect();
  await writer.query('CREATE TABLE orders (id int)');
  await writer.query('INSERT INTO orders VALUES (42)');
  await first.child.kill();
  await writer.end().catch(() => undefined);
  const second = await postgresIn('kept');
  const reader = new Client({ connectionString: second.url('shop') });
  await reader.connect();
  const { rows } = await reader.query<{ id: number }>('SELECT id FROM orders');
  const { rows: settings } = await reader.query<{ fsync: string }>('SHOW fsync');
  await reader.end();
  await second.child.stop();
  expect(rows).toEqual([{ id: 42 }]);
  expect(settings).toEqual([{ fsync: 'on' }]);
});

test('a wrong password is distinguished from a damaged folder', async () => {
  await expect(postgresIn('kept', 'another password')).rejects.toThrow('has another password than');
});

test('a folder with other files or another version is refused and left unchanged', async () => {
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'letter.txt'), 'mine');
  await expect(postgresIn('other')).rejects.toThrow('PG_VERSION is missing');
  writeFileSync(join(folder, 'other', 'PG_VERSION'), '12\n');
  await expect(postgresIn('other')).rejects.toThrow('was made by PostgreSQL 12');
});

test('a damaged data folder is reported with the log of the server and advice', async () => {
  writeFileSync(join(folder, 'kept', 'global', 'pg_control'), Buffer.alloc(8192, 7));
  await expect(postgresIn('kept')).rejects.toThrow(/did not start[\s\S]*--fresh/);
});

test('a damaged Temporal file is reported before the server starts', async () => {
  const databaseFile = join(folder, 'temporal.db');
  writeFileSync(databaseFile, 'this is no database at all');
  const start = startTemporal({ databaseFile, port: await portToKeep(), logFile: join(folder, 'temporal.log'), say });
  await expect(start).rejects.toThrow('is not a Temporal database');
});

test('the Temporal database is readable by its owner only', async () => {
  const databaseFile = join(folder, 'temporal-modes', 'temporal.db');
  const logFile = join(folder, 'temporal.log');
  const modes = (): Set<string> =>
    new Set(['', '-wal', '-shm'].map((ending) => (statSync(databaseFile + ending).mode & 0o777).toString(8)));
  const first = await startTemporal({ databaseFile, port: await portToKeep(), logFile, say });
  expect(modes()).toEqual(new Set(['600']));
  await first.child.stop();
  chmodSync(databaseFile, 0o644);
  const second = await startTemporal({ databaseFile, port: await portToKeep(), logFile, say });
  expect(modes()).toEqual(new Set(['600']));
  await second.child.stop();
});
