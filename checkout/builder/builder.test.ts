import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { service } from '../../tests/harness/services';

test('the build contains React for production, whatever NODE_ENV is', async () => {
  await service('checkout');
  const folder = await mkdtemp(join(tmpdir(), 'checkout-build-'));
  const env = { ...process.env, NODE_ENV: 'test', CHECKOUT_BUILD_DIR: folder };
  try {
    await promisify(execFile)(process.execPath, ['dist/checkout/builder/main.js'], { cwd: process.cwd(), env });
    const name = (await readdir(join(folder, 'assets'))).find((file) => /^render-.*\.js$/.test(file));
    const script = await readFile(join(folder, 'assets', name ?? ''), 'utf8');
    expect(script).toContain('react-dom.production');
    expect(script).not.toContain('react-dom.development');
  } finally {
    await rm(folder, { recursive: true });
  }
});
