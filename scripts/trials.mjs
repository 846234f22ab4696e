// `npm run trials`: experiments that try to break what the platform promises, on real processes, and a checker that shares no code
// with it. `--seed 7` decides all that callers ask for: each experiment has the next one. `--rounds 3` runs all that often, `--short` those
// that CI runs, `--only kill-worker,freeze-api` those, `--minutes 30` shares that time among them, `--publish` adds the run to
// trials/results.json.
// Ends with `N passed, N failed`, and fails where anything was violated. Ctrl-C puts back what was broken, and ends what was started.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const child = spawn(process.execPath, ['dist/trials/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// It is told by the terminal too, and takes its time to put everything back: nobody gets the terminal before.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => process.exit(code ?? 1));
