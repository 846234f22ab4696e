import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { searchForCards } from './canary';
import { emptyDatabase } from './database';
import { disclosures } from './disclosures';
import { runFolder } from './services';

// Numbers that no other test uses, so that the canary of the whole run does not report them.
const card = '9999990000000017';
const cardNumbers = [card, '9999990000000025'];
const find = (text: string) => disclosures({ text, cardNumbers, where: 'here' }).map(({ what }) => what);

test.each([
  ['digits', `{"number":"${card}"}`],
  ['digits within a longer run', `77${card}`],
  ['digits within a very long run', `${'7'.repeat(20)}${card}${'7'.repeat(20)}`],
  ['groups', '9999 9900 0000 0017'],
  ['hyphens', '9999-9900-0000-0017'],
  ['hexadecimal', `\\x${Buffer.from(`{"n":"${card}"}`).toString('hex')}`],
  ['hexadecimal within a very long run', Buffer.from(`${'7'.repeat(20)}${card}`).toString('hex')],
  ['base64', Buffer.from(`"${card}"`).toString('base64')],
  ['base64 at another offset', Buffer.from(`12"${card}"`).toString('base64')],
  ['base64 at a third offset', Buffer.from(`123${card}`).toString('base64')],
])('a card number is found as %s', (_, text) => {
  expect(find(text)).toHaveLength(1);
  expect(find(text).join()).not.toContain(card);
});

test.each([`{"cvv":"123"}`, `cvv=1234`, `{\\"cvc2\\": \\"123\\"}`, `CVV: 999`])('a CVV is found in %s', (text) => {
  expect(find(text)).toHaveLength(1);
});

test.each([
  `{"cvv":"[redacted]"}`,
  `cvv_invalid`,
  `"cardNumberMask":"999999******0017"`,
  `9999990000000033`,
  'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5',
])('nothing is found in %s', (text) => {
  expect(find(text)).toEqual([]);
});

test('the canary names the table of a finding', async () => {
  const adminUrl = await emptyDatabase();
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const partition = `CREATE TABLE early PARTITION OF parts FOR VALUES FROM (0) TO (10)`;
  await client.query(
    `CREATE TABLE many (n int, body text); CREATE TABLE parts (n int, body text) PARTITION BY RANGE (n)`,
  );
  await client.query(`${partition}; CREATE TABLE empty (body text)`);
  await client.query(`INSERT INTO many SELECT n, md5(n::text) FROM generate_series(1, 4100) AS n`);
  await client.query(`INSERT INTO parts VALUES (1, $1)`, [card]);
  const databases = [new URL(adminUrl).pathname.slice(1)];
  const { found, searched } = await searchForCards({ adminUrl, databases, paths: [], cardNumbers });
  await client.query('DROP TABLE parts');
  await client.end();
  expect(found.map(({ where }) => where)).toEqual([`database ${databases.join()}, table public.early`]);
  expect(searched).toMatchObject({ databases: 1, rows: 4_101 });
});

test('the canary searches every table and file, and reports places without the found values', async () => {
  const adminUrl = await emptyDatabase();
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE TABLE innocent (body jsonb); CREATE TABLE guilty (body bytea)`);
  await client.query(`INSERT INTO innocent VALUES ('{"mask":"999999******0017"}')`);
  await client.query(`INSERT INTO guilty VALUES ($1)`, [Buffer.from(card)]);
  const log = join(mkdtempSync(join(runFolder('tmp'), 'canary-')), 'api.log');
  writeFileSync(log, `${'x'.repeat(4 * 1024 * 1024 - 8)}${card}\n`);
  // Skips databases of other tests, which would take as long as they do.
  const databases = [new URL(adminUrl).pathname.slice(1)];
  const { found, searched } = await searchForCards({ adminUrl, databases, paths: [log], cardNumbers });
  await client.query('DROP TABLE guilty');
  await client.end();
  const places = found.map(({ where }) => where);
  expect(places).toContainEqual(expect.stringContaining('table public.guilty'));
  expect(places).toContain(log);
  expect(places.filter((place) => place.includes('innocent'))).toEqual([]);
  expect(JSON.stringify(found)).not.toContain(card);
  expect(searched.databases).toBe(1);
});

test('the canary searches a file that is renamed during the search, and tolerates a deleted one', async () => {
  const folder = mkdtempSync(join(runFolder('tmp'), 'canary-'));
  const path = (name: string) => join(folder, name);
  writeFileSync(path('1'), 'nothing');
  writeFileSync(path('2'), card);
  writeFileSync(path('3'), 'nothing');
  const searching = searchForCards({ paths: [folder], cardNumbers });
  // The files are listed by now, and only the first is open.
  renameSync(path('2'), path('4'));
  rmSync(path('3'));
  const { found, searched } = await searching;
  await rm(folder, { recursive: true });
  expect(found.map(({ where }) => where)).toEqual([path('4')]);
  expect(searched.files).toBe(2);
});

test('a failing search waits for the others to end', async () => {
  const adminUrl = await emptyDatabase();
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE TABLE many AS SELECT md5(n::text) FROM generate_series(1, 100000) AS n`);
  const database = new URL(adminUrl).pathname.slice(1);
  const searching = searchForCards({ adminUrl, databases: ['there_is_none', database], paths: [], cardNumbers });
  await expect(searching).rejects.toMatchObject({ code: '3D000' });
  const { rows } = await client.query(
    'SELECT query FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
    [database],
  );
  await client.end();
  expect(rows).toEqual([]);
});
