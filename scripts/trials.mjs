// `npm run trials`: fault-injection tests on real processes, with an independent checker. `--seed 7` determines all
// requests, `--rounds 3` repeats all experiments, `--short` runs those of CI, `--only kill-worker,freeze-api` runs
// these, `--minutes 30` divides that time, `--publish` adds the run to tests/faults/results.json, `--help` lists options and
// experiments. Ends with `N passed, N failed` and fails on a violation; Ctrl-C undoes the faults.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const child = spawn(process.execPath, ['dist/tests/faults/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal signals the child too, which undoes its faults before the terminal is free.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => process.exit(code ?? 1));
