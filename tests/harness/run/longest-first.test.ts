import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/services/platform-process';
import kept from './durations.json';

const LongestFirst =
  jest.requireActual<new (options: object) => { sort(tests: object[]): { path: string }[] }>('./longest-first.js');

/** Tests as jest passes them to a sequencer without recorded durations. */
function suites(...names: string[]): object[] {
  const context = { config: { rootDir: root, cache: false }, hasteFS: { getSize: (path: string) => path.length } };
  return names.map((name) => ({ path: join(root, name), context }));
}

const ordered = (tests: object[]): string[] =>
  new LongestFirst({}).sort(tests).map(({ path }) => path.slice(root.length + 1));

test('the longest suites start first without local durations', () => {
  const [longest = '', ...rest] = Object.entries(kept)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
  const shortest = rest.at(-1) ?? '';
  const names = ['domain/a.test.ts', shortest, 'domain/larger.test.ts', longest, 'tests/acceptance/untimed.test.ts'];
  const [first, ...others] = ordered(suites(...names));
  expect(first).toBe(longest);
  expect(others).toEqual(['tests/acceptance/untimed.test.ts', shortest, 'domain/larger.test.ts', 'domain/a.test.ts']);
});

test('recorded durations name existing suites', () => {
  expect(Object.keys(kept).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
