// Builds the pages of the console with their compressed copies into console/build.
import { join, resolve } from 'node:path';
import { compressAssets } from '../../runtime/static-files/compress-assets';

const root = resolve(__dirname, '..', '..').replace(/[\\/]dist$/, '');
const source = join(root, 'console');

async function buildConsole(): Promise<void> {
  // Under Jest NODE_ENV is `test`, which would bundle the development build of React, twice as large.
  process.env['NODE_ENV'] = 'production';
  const started = performance.now();
  const { build } = await import('vite');
  await build({ configFile: join(source, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  await compressAssets(join(source, 'build'));
  console.log(`console: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

buildConsole().catch((error: Error) => {
  console.error(`The console was not built. ${error.message}`);
  process.exit(1);
});
