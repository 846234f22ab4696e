// `npm run images`: builds `holdfast:local` and `holdfast-faces:local` with docker, podman or buildah.
// `npm run images -- --check` builds them in a separate store with buildah, starts the services of docker-compose.yml,
// makes a payment and a report. Ends with `N passed, N failed`; without buildah it is skipped with a message.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile'], say });
const child = spawn(process.execPath, ['dist/scripts/images/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => process.exit(code ?? 1));
