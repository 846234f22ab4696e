import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DiskStorage } from './disk-storage';
import { exactSize } from './exact-size';
import { S3Storage } from './s3-storage';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-file-key-'));
const source = join(folder, 'secrets.json');
writeFileSync(source, 'secret');
/** The check comes before any request, so that no bucket is needed. */
const storages = {
  disk: new DiskStorage(folder),
  bucket: new S3Storage({
    bucket: 'reports',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  }),
};

const HOSTILE = [
  '../secrets.json',
  'reports/../../secrets.json',
  'reports/1.csv/../../../secrets.json',
  '/etc/passwd',
  '/proc/self/environ',
  'reports/1.csv\0',
  'reports/1.csv\n',
  'reports\\1.csv',
  'reports/01.csv',
  'reports/-1.csv',
  'reports/1e3.csv',
  'reports/١.csv',
  'reports/1.json',
  'evidence/1.pdf',
  'evidence/0000000000000000000a.svg',
  'evidence/0000000000000000000A.pdf',
  'reports/0000000000000000000a.pdf',
  `reports/${'1'.repeat(17)}.csv`,
  'Reports/1.csv',
  'other/1.csv',
  '',
  '.',
  ['reports/1.csv'] as never,
  { toString: () => '../secrets.json' } as never,
  undefined as never,
];

describe.each(Object.entries(storages))('the %s', (_name, storage) => {
  test.each(HOSTILE)('stores, reads and deletes nothing under %j', async (key) => {
    const message = 'the key names no stored file';
    await expect(storage.read(key)).rejects.toThrow(message);
    await expect(storage.has(key)).rejects.toThrow(message);
    await expect(storage.save(key, source)).rejects.toThrow(message);
    await expect(storage.delete(key)).rejects.toThrow(message);
  });
});

test.each([
  [['ab', 'c'], 3, undefined],
  [[], 0, undefined],
  [['ab', 'cd'], 3, 'longer'],
  [['a'], 0, 'longer'],
  [['a'], 2, 'shorter'],
])('a file of %j with the stated size %d is sent whole or not at all', async (parts, size, failure) => {
  const sent = exactSize(size);
  const work = Promise.all([pipeline(Readable.from(parts.map((part) => Buffer.from(part))), sent), buffer(sent)]);
  if (failure) await expect(work).rejects.toThrow(failure);
  else expect((await work)[1].toString()).toBe(parts.join(''));
});
