// `npm run trials`: experiments that try to break what the platform promises, on real processes, and a checker that shares no code
// with it. `--seed 7` decides all that is random, `--seeds 20` runs that many after each other, `--short` takes five minutes, `--only
// kill-worker,freeze-api` runs those, `--minutes 30` shares that time among them, `--publish` writes the table into docs/trust.md.
// Ends with `N passed, N failed`, and fails where anything was violated.
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { run } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const { code } = await run(process.execPath, ['dist/trials/main.js', ...process.argv.slice(2)], { isShown: true });
process.exit(code);
