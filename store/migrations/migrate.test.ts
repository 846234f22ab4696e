import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sequelize } from 'sequelize';
import { emptyDatabase } from '../../testing/database';
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

test('a webhook that never named RefundPending stops getting it, one that did goes on', async () => {
  const url = await emptyDatabase();
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  const step = '2026-11-22-75-end-implied-refund-pending';
  const delivered = async (): Promise<unknown> => {
    const [rows] = await sequelize.query('SELECT delivered_types FROM webhooks ORDER BY id');
    return rows.map((row) => (row as { delivered_types: string[] }).delivered_types);
  };
  try {
    await migrate(url);
    await migrator(sequelize).down({ to: step });
    await sequelize.query(`
      INSERT INTO parties (id) VALUES ('p');
      INSERT INTO webhooks (id, party_id, topic, event_types, delivered_types, url, public_key, private_key_sealed)
      SELECT id, 'p', 'InvoicesTopic', named, ARRAY['RefundCreated', 'RefundPending'], 'https://shop.example', '', ''
      FROM (VALUES ('1', ARRAY['PaymentRefundCreated']), ('2', ARRAY['PaymentRefundCreated', 'RefundPending']))
        AS given (id, named)`);
    await migrate(url);
    expect(await delivered()).toEqual([['RefundCreated'], ['RefundCreated', 'RefundPending']]);
    await migrator(sequelize).down({ to: step });
    expect(await delivered()).toEqual(Array(2).fill(['RefundCreated', 'RefundPending']));
  } finally {
    await sequelize.close();
  }
});

test('the changelog says which migrations are new, to the newest', () => {
  const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
  const [, first = '', last = ''] = /Migrations (\d\d) to 98 and 24-10 to (\d\d-\d\d) run/.exec(changelog) ?? [];
  const known = knownMigrations();
  expect(known.at(-1)).toMatch(`2026-11-${last}-`);
  expect(known.some((name) => name.startsWith(`2026-11-22-${first}-`))).toBe(true);
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
