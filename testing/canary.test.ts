import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { searchForCards } from './canary';
import { emptyDatabase } from './database';
import { disclosures } from './disclosures';
import { runFolder } from './services';

// Numbers of nobody and of no other test: what is planted here must not be found by the canary of the whole run.
const card = '9999990000000017';
const cardNumbers = [card, '9999990000000025'];
const find = (text: string) => disclosures({ text, cardNumbers, where: 'here' }).map(({ what }) => what);

test.each([
  ['digits', `{"number":"${card}"}`],
  ['digits within a longer run', `77${card}`],
  ['groups', '9999 9900 0000 0017'],
  ['hyphens', '9999-9900-0000-0017'],
  ['hexadecimal', `\\x${Buffer.from(`{"n":"${card}"}`).toString('hex')}`],
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

test.each([`{"cvv":"[redacted]"}`, `cvv_invalid`, `"cardNumberMask":"999999******0017"`, `9999990000000033`])(
  'nothing is found in %s',
  (text) => {
    expect(find(text)).toEqual([]);
  },
);

test('the canary looks into every table and file, and says where it found something without repeating it', async () => {
  const adminUrl = await emptyDatabase();
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE TABLE innocent (body jsonb); CREATE TABLE guilty (body bytea)`);
  await client.query(`INSERT INTO innocent VALUES ('{"mask":"999999******0017"}')`);
  await client.query(`INSERT INTO guilty VALUES ($1)`, [Buffer.from(card)]);
  const log = join(mkdtempSync(join(runFolder('tmp'), 'canary-')), 'api.log');
  writeFileSync(log, `${'x'.repeat(4 * 1024 * 1024 - 8)}${card}\n`);
  // The other databases of the server belong to other tests, which would make this one as long as they are.
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
