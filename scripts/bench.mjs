// `npm run bench [-- NAME …]`: measures the platform on fresh services.
// `npm run bench -- budget`: a lifecycle to the least code that does the same, in alternating rounds (--callers 16,32
// --rounds 3 --seconds 10 --temporal postgresql).
// `npm run bench -- fairness` takes --kinds payments,refunds --callers 24,48 --seconds 8 --seed 1.
// `npm run bench -- overload` takes --rate 45 --seconds 40.
// `npm run bench -- lifecycles --against REVISION` builds that revision and measures lifecycles of both in alternating
// rounds (--callers 16,32,64 --rounds 3 --seconds 12).
import { prepare, runInstead } from './prepare.mjs';

await prepare(['specs', 'compile', 'bundle']);
runInstead('dist/tests/bench/main.js');
