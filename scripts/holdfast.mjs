// `npm run holdfast -- …`: the command line with the environment of the local platform.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { installPackages } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Standard output is for the command.
const say = (line) => console.error(line);

try {
  await installPackages(say);
  await build({ only: ['specs', 'compile'], say });
  const { readLocalPlatform } = createRequire(import.meta.url)('../dist/scripts/local/local-environment.js');
  // A remote platform needs no local one.
  const isElsewhere = Boolean(process.env.HOLDFAST_URL) || process.argv.some((word) => /^--url(=|$)/.test(word));
  const isAboutConfiguration = process.argv[2] === 'config';
  const environment = isAboutConfiguration || isElsewhere ? {} : readLocalPlatform({ secrets: 'expect' }).environment;
  const command = spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...process.argv.slice(2)], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  // Signals go to the command, which may have to clean up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal));
  const [status] = await once(command, 'exit');
  process.exit(status ?? 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
