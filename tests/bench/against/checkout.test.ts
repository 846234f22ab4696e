import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRevision, withCheckout } from './checkout';

test('a revision is checked out with packages and without the site, and removed afterwards', async () => {
  const found = await withCheckout(findRevision('HEAD'), (folder) => {
    const has = (file: string): boolean => existsSync(join(folder, file));
    writeFileSync(join(folder, 'untracked'), 'what a build leaves');
    return Promise.resolve({
      folder,
      start: has('scripts/start.mjs'),
      site: has('web'),
      packages: has('node_modules'),
    });
  });
  expect(found).toMatchObject({ start: true, site: false, packages: true });
  expect(existsSync(found.folder)).toBe(false);
});

test('a checkout is removed after a failure too', async () => {
  let seen = '';
  const failing = withCheckout(findRevision('HEAD'), (folder) => {
    seen = folder;
    return Promise.reject(new Error('the work failed'));
  });
  await expect(failing).rejects.toThrow('the work failed');
  expect(existsSync(seen)).toBe(false);
});

test('an unknown revision is reported, and an option is rejected', () => {
  expect(() => findRevision('no-such-branch')).toThrow('There is no revision no-such-branch');
  expect(() => findRevision('--all')).toThrow('There is no revision --all');
});
