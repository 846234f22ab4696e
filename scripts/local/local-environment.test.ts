import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { portToKeep } from '../../testing/ports';
import { claimDataFolder } from './data-folder';
import { readLocalPlatform } from './local-environment';
import { refuseTakenPorts } from './taken-ports';
import { runFolder } from '../../testing/services';

const before = { ...process.env };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(runFolder('tmp'), 'local-'));
  process.env['DATA_DIR'] = folder;
});

afterEach(() => {
  process.env = { ...before };
});

test('the first start makes the secrets, for its owner only, and the next one finds the same', () => {
  const first = readLocalPlatform({ secrets: 'create' });
  const file = join(folder, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = readLocalPlatform({ secrets: 'expect' });
  expect(second.environment).toEqual(first.environment);
  expect(readFileSync(file, 'utf8')).toContain(first.environment['ENCRYPTION_KEY']);
});

test('damaged secrets are never replaced silently: what they encrypted would be lost', () => {
  writeFileSync(join(folder, 'secrets.json'), '{"ENCRYPTION_KEY": ');
  expect(() => readLocalPlatform({ secrets: 'create' })).toThrow('is damaged');
});

test('the command line does not invent secrets for a platform that was never started', () => {
  expect(() => readLocalPlatform({ secrets: 'expect' })).toThrow('run `npm start` once');
});

test('a database and an engine of somebody else are taken as they are given', () => {
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

test('production generates nothing: it names what was not given', () => {
  process.env['NODE_ENV'] = 'production';
  expect(() => readLocalPlatform({ secrets: 'create' })).toThrow(/DATABASE_URL: must be given in production/);
});

test('a port of somebody else is named with the variable that chooses another', async () => {
  const port = await portToKeep();
  const server = createServer().listen(port, '127.0.0.1');
  process.env['API_PORT'] = String(port);
  for (const name of ['WORKER', 'SANDBOX', 'WEB', 'CHECKOUT', 'POSTGRES', 'TEMPORAL', 'TEMPORAL_UI']) {
    process.env[`${name}_PORT`] = String(await portToKeep());
  }
  const platform = readLocalPlatform({ secrets: 'create' });
  await expect(refuseTakenPorts(platform)).rejects.toThrow(`port ${port} (API_PORT)`);
  server.close();
});

test('a data folder serves one start at a time and nobody else may look into it; one that was killed does not hold it', () => {
  const file = join(folder, 'running.pid');
  writeFileSync(file, '999999999');
  const release = claimDataFolder(folder);
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  expect(statSync(folder).mode & 0o066).toBe(0);
  release();
  expect(() => statSync(file)).toThrow('ENOENT');
});
