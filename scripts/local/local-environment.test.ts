import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isPortFree } from '../services/ports';
import { portToKeep } from '../../tests/harness/ports';
import { claimDataFolder } from './data-folder';
import { readLocalPlatform } from './local-environment';
import { refuseTakenPorts } from './taken-ports';
import { runFolder } from '../../tests/harness/services';

const before = { ...process.env };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(runFolder('tmp'), 'local-'));
  process.env['DATA_DIR'] = folder;
});

afterEach(() => {
  process.env = { ...before };
});

test('secrets are created once and readable by their owner only', () => {
  const first = readLocalPlatform({ secrets: 'create' });
  const file = join(folder, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = readLocalPlatform({ secrets: 'expect' });
  expect(second.environment).toEqual(first.environment);
  expect(readFileSync(file, 'utf8')).toContain(first.environment['ENCRYPTION_KEY']);
});

test('damaged secrets fail the start instead of being replaced', () => {
  writeFileSync(join(folder, 'secrets.json'), '{"ENCRYPTION_KEY": ');
  expect(() => readLocalPlatform({ secrets: 'create' })).toThrow('is damaged');
});

test('the command line requires the secrets of an earlier start', () => {
  expect(() => readLocalPlatform({ secrets: 'expect' })).toThrow('run `npm start` once');
});

test('external PostgreSQL and Temporal servers are used unchanged', () => {
  process.env['DATABASE_URL'] = 'postgres://u:p@db.example/record';
  process.env['TEMPORAL_ADDRESS'] = 'temporal.example:7233';
  const platform = readLocalPlatform({ secrets: 'create' });
  expect(platform.postgres).toBeUndefined();
  expect(platform.isTemporalEmbedded).toBe(false);
  expect(platform.environment).toMatchObject({
    DATABASE_URL: 'postgres://u:p@db.example/record',
    SANDBOX_DATABASE_URL: 'postgres://u:p@db.example/record_sandbox',
    TEMPORAL_ADDRESS: 'temporal.example:7233',
  });
});

test('production generates no settings and names the missing ones', () => {
  process.env['NODE_ENV'] = 'production';
  expect(() => readLocalPlatform({ secrets: 'create' })).toThrow(/DATABASE_URL: must be given in production/);
});

test('an occupied port is reported with its variable, and the advice names a free one', async () => {
  const port = await portToKeep();
  const server = createServer().listen(port, '127.0.0.1');
  const next = createServer()
    .once('error', () => undefined)
    .listen(port + 1_000, '127.0.0.1');
  process.env['API_PORT'] = String(port);
  for (const name of [
    'WORKER',
    'SANDBOX',
    'WEB',
    'CHECKOUT',
    'VAULT',
    'VAULT_HEALTH',
    'POSTGRES',
    'TEMPORAL',
    'TEMPORAL_UI',
  ]) {
    process.env[`${name}_PORT`] = String(await portToKeep());
  }
  const platform = readLocalPlatform({ secrets: 'create' });
  const problem: Error = (await refuseTakenPorts(platform).catch((error: Error) => error)) as Error;
  expect(problem.message).toContain(`port ${port} (API_PORT)`);
  const [line = ''] = /choose other ports: .* npm start$/.exec(problem.message) ?? [];
  const advised = Number(/API_PORT=(\d+)/.exec(line)?.[1]);
  expect(advised).not.toBe(port + 1_000);
  expect(await isPortFree(advised)).toBe(true);
  server.close();
  next.close();
});

test('a data folder is private, and the claim of a dead process is ignored', () => {
  const file = join(folder, 'running.pid');
  writeFileSync(file, '999999999');
  const release = claimDataFolder(folder);
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  expect(statSync(folder).mode & 0o066).toBe(0);
  release();
  expect(() => statSync(file)).toThrow('ENOENT');
});
