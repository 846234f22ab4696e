import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { httpClient } from '../tests/harness/http-client';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';

const runCommand = commandLine();

/** The cache lifetime of keys in API processes, with slack for a slow machine. */
const REFUSED_WITHIN_MS = 20_000;

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
});

afterAll(() => platform?.stop());

async function shell(...args: string[]): Promise<any[]> {
  const lines = (await readStdout(runCommand(['keys', ...args], platform.environment))).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown);
}

async function untilRefused(secret: string): Promise<void> {
  const end = Date.now() + REFUSED_WITHIN_MS;
  while ((await statusWith(secret)) !== 401) {
    if (Date.now() > end) throw new Error('the key still works');
    await sleep(500);
  }
}

const statusWith = async (token: string): Promise<number> =>
  (await httpClient({ baseUrl: platform.apiUrl, token }).get('/v2/processing/me')).status;

test('a key is shown once, stored as a hash, and works until it is revoked', async () => {
  const [made] = await shell('create', '--party', platform.demo.partyID, '--name', 'warehouse');
  expect(await statusWith(made.apiKey)).toBe(200);

  const listed = await shell('list', '--party', platform.demo.partyID);
  expect(listed).toContainEqual(expect.objectContaining({ id: made.id, name: 'warehouse' }));
  expect(JSON.stringify(listed)).not.toContain(made.apiKey);
  expect(await rowsOfKeys()).not.toContain(made.apiKey.replace(/^hf_/, ''));

  await shell('revoke', made.id);
  await untilRefused(made.apiKey);
  expect(await statusWith(platform.demo.apiKey)).toBe(200);
});

test('a key has scopes, an expiry time and the time of its last use', async () => {
  const party = platform.demo.partyID;
  const [made] = await shell('create', '--party', party, '--scope', 'payments,webhooks', '--expires', '90d');
  expect(made.scopes).toEqual(['payments', 'webhooks']);
  expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.now() + 89 * 86_400_000);
  expect(await statusWith(made.apiKey)).toBe(403);
  const listed = async () => (await shell('list', '--party', party)).find(({ id }) => id === made.id);
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await listed()).lastUsedAt === null && Date.now() < end) await sleep(500);
  const { lastUsedAt, ...rest } = await listed();
  expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(ARRIVAL_TIMEOUT_MS + 60_000);
  expect(rest).toMatchObject({ scopes: made.scopes, expiresAt: made.expiresAt, lastLimitedAt: null, revokedAt: null });
});

test('a rotated key works beside the old one with the same scopes', async () => {
  const [old] = await shell('create', '--party', platform.demo.partyID, '--scope', 'read');
  const [made, ending] = await shell('rotate', old.id, '--overlap', '1h');
  expect(made).toMatchObject({ scopes: ['read'], expiresAt: null });
  expect(ending.id).toBe(old.id);
  expect(Date.parse(ending.expiresAt)).toBeLessThan(Date.now() + 3_601_000);
  expect([await statusWith(old.apiKey), await statusWith(made.apiKey)]).toEqual([200, 200]);
  const [, sooner] = await shell('rotate', old.id, '--overlap', '2h');
  expect(sooner.expiresAt).toBe(ending.expiresAt);
  await sql(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = '${old.id}'`);
  await untilRefused(old.apiKey);
  expect(await statusWith(made.apiKey)).toBe(200);
  await expect(shell('rotate', old.id)).rejects.toThrow('notFound: Valid key not found');
});

test('invalid options are named, and no key is created', async () => {
  const create = async (...args: string[]) => shell('create', '--party', platform.demo.partyID, ...args);
  await expect(create('--scope', 'read,everything')).rejects.toThrow('--scope: there is no scope everything');
  await expect(create('--expires', 'soon')).rejects.toThrow(
    '--expires: soon is not a duration such as 30m, 12h or 90d',
  );
  await expect(create('--expires', '2020-01-01T00:00:00Z')).rejects.toThrow('--expires: 2020-01-01T00:00:00Z is past');
});

test('an unknown party or key is named', async () => {
  await expect(shell('create', '--party', 'unknown')).rejects.toThrow('notFound: Party not found');
  await expect(shell('revoke', 'nothing')).rejects.toThrow('notFound: Key not found');
});

async function rowsOfKeys(): Promise<string> {
  const rows = await sql('SELECT to_jsonb(k)::text AS row FROM api_keys k');
  return rows.map(({ row }) => row).join('\n');
}

async function sql(text: string): Promise<{ row: string }[]> {
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ row: string }>(text);
  await database.end();
  return rows;
}
