import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../tests/harness/services';
import { root } from './services/platform-process';

type Parts = Partial<Record<'test' | 'fuzz' | 'images' | 'trials' | 'check' | 'clients', string>>;

/** Runs `.ci/run` with stub commands. */
function run(parts: Parts, install = ''): { code: number | null; lines: string[] } {
  const checkout = mkdtempSync(join(runFolder('tmp'), 'ci-run-'));
  cpSync(join(root, '.ci/run'), join(checkout, '.ci/run'));
  for (const folder of ['bin', 'scripts']) mkdirSync(join(checkout, folder));
  writeFileSync(join(checkout, 'scripts/install.mjs'), install);
  writeFileSync(join(checkout, 'scripts/build.mjs'), '');
  const cases = Object.entries(parts).map(([name, does]) => `*" ${name} "*) ${does} ;;`);
  const npm = `#!/usr/bin/env bash\ncase " $* " in ${cases.join(' ')} *) echo '1 passed, 0 failed' ;; esac\n`;
  writeFileSync(join(checkout, 'bin/npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(checkout, 'bin')}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync(join(checkout, '.ci/run'), { cwd: checkout, env, encoding: 'utf8' });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

test('the results of all parts are summed', () => {
  const { code, lines } = run({ test: `echo '20 passed, 0 failed'`, clients: `echo '8 passed, 0 failed'` });
  expect(lines.at(-1)).toBe('32 passed, 0 failed');
  expect(code).toBe(0);
});

test.each(['test', 'fuzz', 'images', 'trials', 'check', 'clients'] as const)(
  'a failure of %s fails the run',
  (part) => {
    const { code, lines } = run({ [part]: `echo '2 passed, 3 failed'; exit 1` });
    expect(lines.at(-1)).toBe('7 passed, 3 failed');
    expect(code).toBe(1);
  },
);

test.each(['fuzz', 'check'] as const)('a part without output (%s) fails the run', (part) => {
  const { code, lines } = run({ [part]: 'exit 3' });
  expect(lines.at(-1)).toBe('5 passed, 1 failed');
  expect(code).toBe(1);
});

test('skipped tests are listed at the end and counted as neither passed nor failed', () => {
  const skipped = 'Skipped 3 of deploy/helm/chart.test.ts: helm is missing';
  const { code, lines } = run({ test: `echo '${skipped}'; echo; echo '20 passed, 0 failed, 3 skipped'` });
  const contract = 'Skipped 5 of the contract: it is not beside the checkout';
  expect(lines.slice(-5)).toEqual(['Skipped:', skipped, contract, '', '25 passed, 0 failed']);
  expect(code).toBe(0);
});

test('failures beside skipped tests fail the run', () => {
  const { code, lines } = run({ test: `echo '20 passed, 2 failed, 3 skipped'; exit 1` });
  expect(lines.at(-1)).toBe('25 passed, 2 failed');
  expect(code).toBe(1);
});

test('failed parts are listed once at the end', () => {
  const failure = `echo 'FAIL a/b.test.ts'; echo '  ● a › b'; echo '  ● a › b'; echo '4 passed, 1 failed'; exit 1`;
  const { lines } = run({
    test: failure,
    check: `echo '✗ lint (2 s)'; echo '✓ types (1 s)'; echo '8 passed, 1 failed'; exit 1`,
  });
  expect(lines.slice(lines.indexOf('Failed:') + 1).sort()).toEqual(
    ['FAIL a/b.test.ts', '  ● a › b', '✗ lint (2 s)', '', '16 passed, 2 failed'].sort(),
  );
});

test('parts beside the trials are awaited and shown after them', () => {
  const { lines } = run({ check: `sleep 1; echo 'lint says'; echo '9 passed, 0 failed'`, trials: `echo 'trials say'` });
  expect(lines.indexOf('lint says')).toBeGreaterThan(lines.indexOf('trials say'));
  expect(lines).toContain('trials say');
});

test.each(['check', 'clients'] as const)('%s runs beside the tests at idle priority', (part) => {
  const { lines } = run({
    test: `until [ -e begun ]; do sleep 0.02; done; echo '1 passed, 0 failed'`,
    [part]: `touch begun; { chrt -p $$ | grep -q IDLE || [ "$(nice)" = 19 ]; } && echo '7 passed, 0 failed'`,
  });
  expect(lines.at(-1)).toBe('12 passed, 0 failed');
});

test('fuzzing starts after the tests', () => {
  const { lines } = run({
    test: `sleep 1; touch tested; echo '1 passed, 0 failed'`,
    fuzz: `[ -e tested ] && echo '7 passed, 0 failed'`,
  });
  expect(lines.at(-1)).toBe('12 passed, 0 failed');
});

test('a failed installation runs no parts', () => {
  const { code, lines } = run({ test: `echo 'tests say'` }, 'process.exit(1);');
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  expect(lines).not.toContain('tests say');
  expect(code).toBe(1);
});
