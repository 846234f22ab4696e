// `npm run bench [-- NAME …]`: measures the platform on fresh services.
// `npm run bench -- budget`: a lifecycle to the least code that does the same, in alternating rounds (--callers 16,32
// --rounds 3 --seconds 10 --temporal postgresql).
// `npm run bench -- fairness` takes --kinds payments,refunds --callers 24,48 --seconds 8 --seed 1.
// `npm run bench -- overload` takes --rate 45 --seconds 40.
// `npm run bench -- lifecycles --against REVISION` builds that revision and measures lifecycles of both in alternating
// rounds (--callers 16,32,64 --rounds 3 --seconds 12).
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { run } from './run.mjs';

const say = (line) => console.log(line);

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const { code } = await run(process.execPath, ['dist/tests/bench/main.js', ...process.argv.slice(2)], { isShown: true });
process.exit(code);
