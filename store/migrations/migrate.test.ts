import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sequelize } from 'sequelize';
import { emptyDatabase } from '../../tests/harness/database';
import { knownMigrations, migrate, migrator } from './migrate';

test('migrations go up, down and up again', async () => {
  const url = await emptyDatabase();
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  const tables = async (): Promise<string[]> => {
    const names = await sequelize.getQueryInterface().showAllTables();
    return names
      .map(String)
      .filter((name) => name !== 'migrations')
      .sort();
  };
  try {
    await migrate(url);
    const first = await tables();
    expect(first).toEqual(expect.arrayContaining(['invoices', 'payments', 'ledger_transfers', 'outbox']));
    await migrator(sequelize).down({ to: 0 });
    expect(await tables()).toEqual([]);
    await migrate(url);
    expect(await tables()).toEqual(first);
  } finally {
    await sequelize.close();
  }
});

test('the changelog names the newest migration', () => {
  const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
  expect(changelog).toContain(`\`${knownMigrations().at(-1)}\``);
});

test('a database of a version before the baseline is refused and left as it is', async () => {
  const url = await emptyDatabase();
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  try {
    await sequelize.query(`
      CREATE TABLE migrations (name varchar(255) PRIMARY KEY);
      INSERT INTO migrations VALUES ('2026-11-21-01-create-parties'), ('2026-11-25-32-record-report-failures')`);
    await expect(migrate(url)).rejects.toThrow(
      /before 0\.1\.0 \(its newest migration is 2026-11-25-32-record-report-failures\).*new, empty database/,
    );
    expect(await sequelize.getQueryInterface().showAllTables()).toEqual(['migrations']);
  } finally {
    await sequelize.close();
  }
});

test('a database of a later version is accepted', async () => {
  const url = await emptyDatabase();
  const later = join(__dirname, 'testing');
  await migrate(url, [__dirname, later]);
  await migrate(url);
});

test('two processes that start at once migrate once', async () => {
  const url = await emptyDatabase();
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
});

test('every foreign key has an index that begins with it', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  try {
    const [missing] = await sequelize.query(`
      SELECT c.conrelid::regclass::text AS table, c.conname AS key FROM pg_constraint c
      WHERE c.contype = 'f' AND NOT EXISTS (
        SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0] = c.conkey[1]
      ) ORDER BY 1, 2`);
    expect(missing).toEqual([]);
  } finally {
    await sequelize.close();
  }
});
