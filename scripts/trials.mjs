// `npm run trials`: fault-injection tests on real processes, with an independent checker. `--seed 7` determines all
// requests, `--rounds 3` repeats all experiments, `--short` runs those of CI, `--only kill-worker,freeze-api` runs
// these, `--minutes 30` divides that time, `--publish` adds the run to tests/faults/results.json, `--help` lists options and
// experiments. Ends with `N passed, N failed` and fails on a violation; Ctrl-C undoes the faults.
import { prepare, runInstead } from './prepare.mjs';

await prepare(['specs', 'compile', 'bundle']);
runInstead('dist/tests/faults/main.js');
