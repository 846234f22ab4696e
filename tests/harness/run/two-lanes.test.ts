import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/services/platform-process';
import { runFolder } from '../services';
import kept from './durations.json';
import waiting from './waiting.json';

const [waits = ''] = waiting;

/** Runs suites with two workers in their own project. @returns results by suite */
function run(suites: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(runFolder('tmp'), 'lanes-'));
  for (const [name, text] of Object.entries(suites)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(
    join(folder, 'jest.config.json'),
    JSON.stringify({ transform: {}, testMatch: ['**/*.test.ts'], runner: join(__dirname, 'two-lanes.js') }),
  );
  const output = join(folder, 'results.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  spawnSync(process.execPath, [jest, '--maxWorkers=2', '--json', `--outputFile=${output}`], { cwd: folder });
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return Object.fromEntries(testResults.map(({ name, status }) => [name.slice(folder.length + 1), status]));
}

/** A test that ends when this many have started. */
const meets = (count: number): string => `
  const { appendFileSync, readFileSync } = require('node:fs');
  test('meets', async () => {
    appendFileSync('begun', '.');
    for (const end = Date.now() + 20000; readFileSync('begun', 'utf8').length < ${count}; await new Promise((f) => setTimeout(f, 20)))
      if (Date.now() > end) throw new Error('is alone');
  }, 30000);`;

test('waiting suites run besides the suites of all workers', () => {
  expect(run({ [waits]: meets(3), 'one.test.ts': meets(3), 'other.test.ts': meets(3) })).toEqual({
    [waits]: 'passed',
    'one.test.ts': 'passed',
    'other.test.ts': 'passed',
  });
});

test('a failure in either lane is reported', () => {
  const fails = `test('fails', () => { throw new Error('wrong'); });`;
  const passes = `test('passes', () => undefined);`;
  expect(run({ [waits]: fails, 'one.test.ts': passes })).toEqual({ [waits]: 'failed', 'one.test.ts': 'passed' });
  expect(run({ [waits]: passes, 'one.test.ts': fails })).toEqual({ [waits]: 'passed', 'one.test.ts': 'failed' });
});

// Suites of less than ten seconds, a quarter of all time, are not recorded.
test('listed waiting suites exist and take a third to a half of the recorded time', () => {
  expect(waiting.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const recorded = Object.entries(kept);
  const sum = (names: typeof recorded) => names.reduce((seconds, [, each]) => seconds + each, 0);
  const share = sum(recorded.filter(([name]) => waiting.some((each) => name.startsWith(each)))) / sum(recorded);
  expect(share).toBeGreaterThan(1 / 3);
  expect(share).toBeLessThan(1 / 2);
});
