// `npm start`: the whole platform on one machine. `--fresh` removes the data of the last start.
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';

const startedAt = Date.now();
const args = process.argv.slice(2);
const unknown = args.filter((argument) => argument !== '--fresh');

if (unknown.length > 0) {
  console.error(
    `Unknown argument ${unknown.join(' ')}. The only one is --fresh, which removes the data of the last start.`,
  );
  process.exit(2);
}

try {
  await prepare();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}

const { runLocalPlatform } = createRequire(import.meta.url)('../dist/scripts/local/run.js');
process.exit(await runLocalPlatform({ isFresh: args.includes('--fresh'), startedAt, say: console.log }));
