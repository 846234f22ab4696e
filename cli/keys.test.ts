import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { httpClient } from '../testing/http-client';
import { startPlatform, type Platform } from '../testing/platform';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

/** How long an API process may remember a key, with room for a busy machine. */
const REVOKED_WITHIN_MS = 10_000;

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
});

afterAll(() => platform?.stop());

async function shell(...args: string[]): Promise<any[]> {
  const { stdout } = await run(process.execPath, [cli, 'keys', ...args], {
    env: { ...process.env, ...platform.environment },
  });
  const lines = stdout.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown);
}

const statusWith = async (token: string): Promise<number> =>
  (await httpClient({ baseUrl: platform.apiUrl, token }).get('/v2/processing/me')).status;

test('a key is shown once, kept as a hash, and works until it is revoked', async () => {
  const [made] = await shell('create', '--party', platform.demo.partyID, '--name', 'warehouse');
  expect(await statusWith(made.apiKey)).toBe(200);

  const listed = await shell('list', '--party', platform.demo.partyID);
  expect(listed).toContainEqual(expect.objectContaining({ id: made.id, name: 'warehouse' }));
  expect(JSON.stringify(listed)).not.toContain(made.apiKey);
  expect(await rowsOfKeys()).not.toContain(made.apiKey.replace(/^hf_/, ''));

  await shell('revoke', made.id);
  const end = Date.now() + REVOKED_WITHIN_MS;
  while ((await statusWith(made.apiKey)) !== 401) {
    if (Date.now() > end) throw new Error('the key still works');
    await sleep(200);
  }
  expect(await statusWith(platform.demo.apiKey)).toBe(200);
});

test('a party or a key that is not there is named', async () => {
  await expect(shell('create', '--party', 'nobody')).rejects.toThrow('there is no party nobody');
  await expect(shell('revoke', 'nothing')).rejects.toThrow('there is no key nothing');
});

async function rowsOfKeys(): Promise<string> {
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ row: string }>('SELECT to_jsonb(k)::text AS row FROM api_keys k');
  await database.end();
  return rows.map(({ row }) => row).join('\n');
}
