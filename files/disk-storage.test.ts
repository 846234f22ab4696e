import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DiskStorage } from './disk-storage';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-disk-storage-'));
const storage = new DiskStorage(folder);

const getMode = (...path: string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

test('stored files and folders are readable by their owner only', async () => {
  const given = join(folder, 'given');
  writeFileSync(given, 'a,b');
  chmodSync(given, 0o644);
  await storage.save('reports/1.csv', given);
  expect([getMode('files'), getMode('files', 'reports'), getMode('files', 'reports', '1.csv')]).toEqual([
    '700',
    '700',
    '600',
  ]);
  const stored = await storage.read('reports/1.csv');
  expect([stored?.size, stored && (await text(stored.content))]).toEqual([3, 'a,b']);
});

test('reading an absent file returns undefined, and an unreadable file fails', async () => {
  expect(await storage.read('reports/2.csv')).toBeUndefined();
  const other = new DiskStorage(join(folder, 'other'));
  mkdirSync(join(folder, 'other', 'files'), { recursive: true });
  writeFileSync(join(folder, 'other', 'files', 'reports'), '');
  await expect(other.read('reports/1.csv')).rejects.toThrow('ENOTDIR');
});

test('reading a folder fails', async () => {
  mkdirSync(join(folder, 'files', 'reports', '3.csv'));
  await expect(storage.read('reports/3.csv')).rejects.toThrow('it is no ordinary file');
});

test('a link in the folder is not followed', async () => {
  writeFileSync(join(folder, 'secrets.json'), 'secret');
  symlinkSync(join(folder, 'secrets.json'), join(folder, 'files', 'reports', '4.csv'));
  await expect(storage.read('reports/4.csv')).rejects.toThrow('ELOOP');
});
