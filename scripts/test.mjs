// `npm test [-- store/platform/ledger]`: prepares the tools of the tests, runs them, then searches for card numbers in their
// data. Ends with the skipped tests and `N passed, N failed, N skipped`.
// `RECORD_DURATIONS=1 npm test` records the durations of suites.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { prepare } from './prepare.mjs';
import { root, run } from './run.mjs';

const say = (line) => console.log(line);

try {
  await prepare();
} catch (error) {
  console.error(`\n${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
}

const require = createRequire(import.meta.url);
const { prepareTestTools } = require('../dist/scripts/services/test-tools.js');
await prepareTestTools(say);

const { startServicesHost } = require('../dist/tests/harness/run/services-host.js');
const { listSkipped } = require('../dist/tests/harness/run/skipped.js');
const { runCanary } = require('../dist/tests/harness/run/canary-step.js');

const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
const host = await startServicesHost(folder);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void host.stop().then(() => process.exit(1)));

const jest = join(root, 'node_modules/jest/bin/jest.js');
const env = { ...process.env, HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder };

/** @returns the exit code and Jest's results, without which nothing could be run */
async function runJest(name, args) {
  const resultsFile = join(folder, name);
  // An open connection of a failed test would keep Jest running.
  const all = [jest, '--forceExit', '--json', `--outputFile=${resultsFile}`, ...args];
  const { code } = await run(process.execPath, all, { env, isShown: true });
  return { code, results: existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : undefined };
}

/** More failed suites than this have another cause than a loaded machine. */
const MAX_REPEATED = 4;

let { code, results } = await runJest('results.json', process.argv.slice(2));
const failedSuites = results?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? [];
if (failedSuites.length > 0 && failedSuites.length <= MAX_REPEATED) {
  say(`\nRunning alone what failed beside others:\n${failedSuites.map((name) => relative(root, name)).join('\n')}\n`);
  const alone = await runJest('results-alone.json', ['--runInBand', '--runTestsByPath', ...failedSuites]);
  if (alone.results) results = replaceSuites(results, alone.results);
  code = alone.code;
}
const canary = await runCanary(host).catch((error) => ({
  isClean: false,
  report: `The canary failed: ${error.stack}`,
}));
say(`\n${canary.report}`);
await host.stop();
if (process.env.HOLDFAST_TEST_KEEP === '1') say(`Kept ${folder}`);

if (process.env.RECORD_DURATIONS === '1') recordDurations();
const { passed, failed, skipped } = countResults();
if (process.env.HOLDFAST_TEST_KEEP !== '1') rmSync(folder, { recursive: true, force: true });
if (skipped.count > 0) say('');
for (const line of skipped.lines) say(line);
say(
  `\n${passed + (canary.isClean ? 1 : 0)} passed, ${failed + (canary.isClean ? 0 : 1)} failed, ${skipped.count} skipped`,
);
process.exit(code === 0 && canary.isClean ? 0 : 1);

/** Takes suites that ran again from their second run, and names those that passed only then. */
function replaceSuites(first, second) {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  const reasons = new Map(first.testResults.map(({ name, message }) => [name, toLine(message)]));
  const testResults = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  for (const { name, status } of second.testResults)
    if (status === 'passed') say(`Passed only alone: ${relative(root, name)} ${reasons.get(name)}`);
  const count = (status) =>
    testResults.flatMap((suite) => suite.assertionResults).filter((test) => test.status === status).length;
  return {
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: second.numRuntimeErrorTestSuites,
  };
}

/** The beginning of a failure on one line: CI repeats it at the end of its log. */
function toLine(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 400);
}

/** A suite that cannot be loaded counts as one failure. */
function countResults() {
  if (!results) return { passed: 0, failed: 1, skipped: { count: 0, lines: [] } };
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return { passed: results.numPassedTests, failed, skipped: listSkipped(results.testResults, root) };
}

/** Shorter suites may start last. */
function recordDurations() {
  const suites = (results?.testResults ?? [])
    .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1_000)])
    .filter(([, seconds]) => seconds >= 10)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(
    join(root, 'tests/harness/run/durations.json'),
    `${JSON.stringify(Object.fromEntries(suites), null, 2)}\n`,
  );
}
