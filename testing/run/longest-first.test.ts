import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import kept from './durations.json';

const LongestFirst =
  jest.requireActual<new (options: object) => { sort(tests: object[]): { path: string }[] }>('./longest-first.js');

/** A sequencer's input on a machine without timings. */
function suites(...names: string[]): object[] {
  const context = { config: { rootDir: root, cache: false }, hasteFS: { getSize: (path: string) => path.length } };
  return names.map((name) => ({ path: join(root, name), context }));
}

const ordered = (tests: object[]): string[] =>
  new LongestFirst({}).sort(tests).map(({ path }) => path.slice(root.length + 1));

test('without local timings the longest suites start first', () => {
  const [longest = '', ...rest] = Object.entries(kept)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
  const shortest = rest.at(-1) ?? '';
  const names = ['domain/a.test.ts', shortest, 'domain/larger.test.ts', longest, 'acceptance/nobody-timed.test.ts'];
  const [first, ...others] = ordered(suites(...names));
  expect(first).toBe(longest);
  expect(others).toEqual(['acceptance/nobody-timed.test.ts', shortest, 'domain/larger.test.ts', 'domain/a.test.ts']);
});

test('durations refer to existing suites', () => {
  expect(Object.keys(kept).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
