import { randomBytes } from 'node:crypto';
import { altered } from '../tests/harness/altered';
import { readKeyRing } from './key-ring';
import { createFileLink, readFileLink } from './file-link';

const key = readKeyRing(randomBytes(32).toString('base64'));

test('file links expire after one minute', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const { token, expiresAt } = await createFileLink('file', key, now);
  expect(expiresAt).toEqual(new Date('2026-11-21T12:01:00Z'));
  expect(await readFileLink(token, key, new Date('2026-11-21T12:00:59.999Z'))).toBe('file');
  expect(await readFileLink(token, key, expiresAt)).toBeUndefined();
});

test('a link with another key or a changed token is invalid', async () => {
  const { token } = await createFileLink('file', key);
  expect(await readFileLink(token, readKeyRing(randomBytes(32).toString('base64')))).toBeUndefined();
  expect(await readFileLink(altered(token), key)).toBeUndefined();
  expect(await readFileLink('nonsense', key)).toBeUndefined();
});
