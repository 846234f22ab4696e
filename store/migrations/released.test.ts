import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { Sequelize } from 'sequelize';
import { startApi } from '../../tests/harness/api';
import { emptyDatabase } from '../../tests/harness/database';
import { oneOfEverything } from '../../tests/harness/factories/everything';
import { makeDay } from '../../tests/harness/factories/settled-day';
import { oneOfEveryWalletThing } from '../../tests/harness/factories/wallet-everything';
import { dumpRows, loadRows } from '../../tests/harness/rows';
import { verifyAudit } from '../platform/audit/verify';
import { verifyLedger } from '../platform/ledger/verify';
import { Database } from '../postgres/database';
import { closeBatch } from '../merchants/settlement/batch.close';
import { knownMigrations, migrate, migrator } from './migrate';

/*
 * Installations have the migrations of a release, so they never change again, and every later version upgrades a database of it with its data.
 * `RECORD_RELEASE=1.2.3 npm test -- store/migrations/released` seals the migrations of a release and keeps the rows of a database of it.
 */

const FOLDER = join(__dirname, 'releases');
/** A migration after those of the application, so that an upgrade changes something. */
const LATER = join(__dirname, 'testing');

interface Release {
  version: string;
  /** Its newest migration. */
  newest: string;
  /** SHA-256 of its migrations and of the files that they load. */
  files: Record<string, string>;
}

const toBeRecorded = process.env['RECORD_RELEASE'];
if (toBeRecorded !== undefined) beforeAll(() => record(toBeRecorded));

const versions = new Set(readdirSync(FOLDER).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []));
if (toBeRecorded !== undefined) versions.add(toBeRecorded);

const readRelease = (version: string) => JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8')) as Release;

test.each([...versions])('the migrations of %s are as they were released', (version) => {
  const { newest, files } = readRelease(version);
  expect(knownMigrations()).toContain(newest);
  expect(sealed(Object.keys(files))).toEqual(files);
  const ofRelease = migrationFiles().filter((file) => !file.includes('/') && file <= `${newest}.ts`);
  expect(ofRelease.filter((file) => !(file in files))).toEqual([]);
});

test.each([...versions])('a database of %s with data is upgraded, and rolled back', async (version) => {
  const { newest } = readRelease(version);
  const rows = gunzipSync(readFileSync(join(FOLDER, `${version}.rows.gz`))).toString();
  const url = await emptyDatabase();
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await migrator(sequelize).up({ to: newest });
    await loadRows(client, rows);
    expect(await dumpRows(client)).toBe(rows);

    await migrate(url, [__dirname, LATER]);
    await expectSound(url);
    const amounts = await client.query(`SELECT count(*)::integer AS count, sum(amount)::text AS amount FROM payments`);
    expect(amounts.rows).toEqual([sumPayments(rows)]);

    const all = migrator(sequelize, [__dirname, LATER]);
    const later = (await all.executed()).map(({ name }) => name).filter((name) => name > newest);
    expect(later.length).toBeGreaterThan(0);
    await all.down({ to: later[0]! });
    expect((await all.executed()).at(-1)?.name).toBe(newest);
    expect(await dumpRows(client)).toBe(rows);
    await migrate(url);
    await expectSound(url);
  } finally {
    await client.end();
    await sequelize.close();
  }
});

async function expectSound(url: string): Promise<void> {
  const database = new Database({ url });
  try {
    expect(await verifyLedger(database)).toEqual([]);
    expect((await verifyAudit(database)).fault).toBeUndefined();
  } finally {
    await database.close();
  }
}

function sumPayments(dump: string): object {
  const line = dump.split('\n').find((each) => each.startsWith('table payments '));
  const payments = JSON.parse(line!.slice('table payments '.length)) as { amount: number }[];
  const sum = payments.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return { count: payments.length, amount: String(sum) };
}

/** Migrations and the files that they load, from this folder. */
function migrationFiles(): string[] {
  return readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(\d{4}-\d{2}-\d{2}-[^/]*|baseline\/.*)\.ts$/.test(file))
    .sort();
}

function sealed(files: readonly string[]): Record<string, string> {
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(__dirname, file)))
      .digest('hex');
  return Object.fromEntries(files.map((file) => [file, hash(file)]));
}

async function record(version: string): Promise<void> {
  const api = await startApi();
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await oneOfEverything(api);
    await oneOfEveryWalletThing(api.store, api.own.merchant);
    const { partyID, shopID } = api.own;
    const terms = { routes: [{ connector: 'sandbox' }], currencies: ['RUB', 'JPY', 'KWD'], feeBasisPoints: 250 };
    await api.setTerms(shopID, terms);
    await makeDay(api.store, [{ partyID, shopID, feeBasisPoints: 250, isBilled: false }], 60);
    await closeBatch(api.store, { shopID, currency: 'RUB', untilDay: '2099-12-31' });
    mkdirSync(FOLDER, { recursive: true });
    const release: Release = { version, newest: knownMigrations().at(-1)!, files: sealed(migrationFiles()) };
    writeFileSync(join(FOLDER, `${version}.json`), `${JSON.stringify(release, null, 2)}\n`);
    writeFileSync(join(FOLDER, `${version}.rows.gz`), gzipSync(await dumpRows(client), { level: 9 }));
  } finally {
    await client.end();
    await api.stop();
  }
}
