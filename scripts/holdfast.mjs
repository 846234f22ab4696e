// `npm run holdfast -- …`: the command line on the local platform, with the same environment as `npm start` gives.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { installPackages } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Standard output belongs to the command, so that it can be piped.
const say = (line) => console.error(line);

try {
  await installPackages(say);
  await build({ only: ['specs', 'compile'], say });
  const { readLocalPlatform } = createRequire(import.meta.url)('../dist/scripts/local/local-environment.js');
  // A platform elsewhere is asked without one of ours.
  const isElsewhere = Boolean(process.env.HOLDFAST_URL) || process.argv.some((word) => /^--url(=|$)/.test(word));
  const isAboutConfiguration = process.argv[2] === 'config';
  const environment = isAboutConfiguration || isElsewhere ? {} : readLocalPlatform({ secrets: 'expect' }).environment;
  const command = spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...process.argv.slice(2)], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  // Whoever ends this process means the command, which may have something to put away first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal));
  const [status] = await once(command, 'exit');
  process.exit(status ?? 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
