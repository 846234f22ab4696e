// `npm run bench [-- NAME …]`: measures the platform and bare components on fresh services, and prints the ratios.
// `npm run bench -- lifecycles --against REVISION` builds that revision and measures lifecycles of both in alternating
// rounds (--callers 16,32,64 --rounds 3 --seconds 12).
// `npm run bench -- fairness` takes --kinds payments,refunds --callers 24,48 --seconds 8 --seed 1.
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { run } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const { code } = await run(process.execPath, ['dist/tests/bench/main.js', ...process.argv.slice(2)], { isShown: true });
process.exit(code);
