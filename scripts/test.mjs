// `npm test [-- store/ledger]`: prepares the tools of the tests, runs them, then searches for card numbers in their
// data. Ends with `N passed, N failed`.
// `RECORD_DURATIONS=1 npm test` records the durations of suites.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root, run } from './run.mjs';

const say = (line) => console.log(line);

try {
  requireNode();
  await installPackages(say);
  await build({ say });
} catch (error) {
  console.error(`\n${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
}

const require = createRequire(import.meta.url);
const { prepareTestTools } = require('../dist/scripts/services/test-tools.js');
await prepareTestTools(say);

const { startServicesHost } = require('../dist/tests/harness/run/services-host.js');
const { runCanary } = require('../dist/tests/harness/run/canary-step.js');

const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
const host = await startServicesHost(folder);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void host.stop().then(() => process.exit(1)));

const resultsFile = join(folder, 'results.json');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const env = { ...process.env, HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder };
const { code } = await run(
  process.execPath,
  // An open connection of a failed test would keep Jest running.
  [jest, '--forceExit', '--json', `--outputFile=${resultsFile}`, ...process.argv.slice(2)],
  {
    env,
    isShown: true,
  },
);
const canary = await runCanary(host).catch((error) => ({
  isClean: false,
  report: `The canary failed: ${error.stack}`,
}));
say(`\n${canary.report}`);
await host.stop();
if (process.env.HOLDFAST_TEST_KEEP === '1') say(`Kept ${folder}`);

if (process.env.RECORD_DURATIONS === '1') recordDurations();
const { passed, failed } = countTests();
if (process.env.HOLDFAST_TEST_KEEP !== '1') rmSync(folder, { recursive: true, force: true });
say(`\n${passed + (canary.isClean ? 1 : 0)} passed, ${failed + (canary.isClean ? 0 : 1)} failed`);
process.exit(code === 0 && canary.isClean ? 0 : 1);

/** A suite that cannot be loaded counts as one failure. */
function countTests() {
  try {
    const results = JSON.parse(readFileSync(resultsFile, 'utf8'));
    return { passed: results.numPassedTests, failed: results.numFailedTests + results.numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Shorter suites may start last. */
function recordDurations() {
  const { testResults } = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const suites = testResults
    .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1_000)])
    .filter(([, seconds]) => seconds >= 10)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(
    join(root, 'tests/harness/run/durations.json'),
    `${JSON.stringify(Object.fromEntries(suites), null, 2)}\n`,
  );
}
