import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DiskStorage } from './disk-storage';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-disk-storage-'));
const storage = new DiskStorage(folder);

const getMode = (...path: string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

test('what is kept is for its owner alone, whatever it was made with', async () => {
  const given = join(folder, 'given');
  writeFileSync(given, 'a,b');
  chmodSync(given, 0o644);
  await storage.keep('reports/1.csv', given);
  expect([getMode('files'), getMode('files', 'reports'), getMode('files', 'reports', '1.csv')]).toEqual([
    '700',
    '700',
    '600',
  ]);
  const stored = await storage.read('reports/1.csv');
  expect([stored?.size, stored && (await text(stored.content))]).toEqual([3, 'a,b']);
});

test('only a file that is not there is missing; one that cannot be read is a failure', async () => {
  expect(await storage.read('reports/2.csv')).toBeUndefined();
  writeFileSync(join(folder, 'files', 'plain'), '');
  await expect(storage.read('plain/1.csv')).rejects.toThrow('ENOTDIR');
  await expect(storage.read(`reports/${'x'.repeat(300)}`)).rejects.toThrow('ENAMETOOLONG');
});

test('a file that turns out to be a folder is a failure as it is read', async () => {
  mkdirSync(join(folder, 'files', 'reports', '3.csv'));
  const stored = await storage.read('reports/3.csv');
  await expect(stored && text(stored.content)).rejects.toThrow('EISDIR');
});
