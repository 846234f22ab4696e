// `npm run holdfast -- …`: the command line with the environment of the local platform.
import { createRequire } from 'node:module';
import { prepare, runInstead } from './prepare.mjs';

try {
  // Standard output is for the command.
  await prepare(['specs', 'compile'], console.error);
  const { readLocalPlatform } = createRequire(import.meta.url)('../dist/scripts/local/local-environment.js');
  // A remote platform needs no local one.
  const isElsewhere = Boolean(process.env.HOLDFAST_URL) || process.argv.some((word) => /^--url(=|$)/.test(word));
  const isAboutConfiguration = process.argv[2] === 'config';
  const env = isAboutConfiguration || isElsewhere ? {} : readLocalPlatform({ secrets: 'expect' }).environment;
  runInstead('dist/cli/main.js', { env, cwd: process.cwd() });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
