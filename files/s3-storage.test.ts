import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { portToKeep } from '../tests/harness/ports';
import { where } from '../tests/harness/where';
import type { FileStorage } from './file-storage';
import { openFileStorage } from './open-file-storage';

/** Runs on moto's S3 server, installed from PyPI into the tools' cache; skipped without Python. */

const home = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'holdfast', 'moto-5');
const server = join(home, 'bin', 'moto_server');
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;

function install(): void {
  if (existsSync(server)) return;
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', home],
    [join(home, 'bin', 'pip'), 'install', '--quiet', 'moto[server,s3]==5.*'],
  ] as [string, ...string[]][]) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  }
}

where(
  describe,
  hasPython,
  'python3 with venv is missing',
)('a bucket', () => {
  let moto: ChildProcess;
  let storage: FileStorage;

  beforeAll(async () => {
    install();
    const port = await portToKeep();
    moto = spawn(server, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    const endpoint = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 200 && !(await fetch(endpoint).catch(() => undefined)); tries++) await sleep(100);
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const admin = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
    await admin.send(new CreateBucketCommand({ Bucket: 'reports' }));
    storage = await openFileStorage({
      DATA_DIR: '/nowhere',
      FILES_S3_BUCKET: 'reports',
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_REGION: 'us-east-1',
      FILES_S3_ACCESS_KEY_ID: 'key',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
    });
  });

  afterAll(() => void moto?.kill());

  test('stores, replaces and reads files', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'holdfast-s3-')), 'file');
    for (const text of ['first', 'кошелёк'.repeat(100_000)]) {
      writeFileSync(path, text);
      await storage.save('reports/1.csv', path);
      const stored = await storage.read('reports/1.csv');
      expect(stored?.size).toBe(Buffer.byteLength(text));
      if (stored) expect((await buffer(stored.content)).toString('utf8')).toBe(text);
    }
  });

  test('returns undefined for an absent file', async () => {
    expect(await storage.read('reports/2.csv')).toBeUndefined();
    expect([await storage.has('reports/2.csv'), await storage.has('reports/1.csv')]).toEqual([false, true]);
  });
});
