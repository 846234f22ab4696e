// Builds the hosted page and checkout.js with their compressed copies into CHECKOUT_BUILD_DIR or checkout/build.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compressAssets } from '../../runtime/static-files/compress-assets';
import { buildScript } from './build-parts';
import { writeDocuments } from './documents';

const root = resolve(__dirname, '..', '..').replace(/[\\/]dist$/, '');
const source = join(root, 'checkout');

async function buildCheckout(): Promise<void> {
  // Under Jest NODE_ENV is `test`, which would bundle the development build of React, twice as large.
  process.env['NODE_ENV'] = 'production';
  const folder = resolve((process.env['CHECKOUT_BUILD_DIR'] ??= join(source, 'build')));
  const started = performance.now();
  const { build } = await import('vite');
  await build({ configFile: join(source, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  await writeDocuments({ source, folder });
  await writeFile(join(folder, 'checkout.js'), await buildScript(join(source, 'script/checkout.ts')));
  await publishByHash(folder);
  await compressAssets(folder);
  console.log(`checkout: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Copies the script to an address whose content never changes, for shops that pin its hash. */
async function publishByHash(folder: string): Promise<void> {
  const script = await readFile(join(folder, 'checkout.js'));
  const digest = createHash('sha384').update(script).digest('base64');
  const name = `assets/checkout-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
  await writeFile(join(folder, name), script);
  const pinned = { src: `/${name}`, integrity: `sha384-${digest}` };
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(pinned, null, 2)}\n`);
}

buildCheckout().catch((error: Error) => {
  console.error(`The checkout was not built. ${error.message}`);
  process.exit(1);
});
