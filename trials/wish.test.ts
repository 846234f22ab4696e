import { experiments } from './experiments';
import { readWish, UnclearWish } from './wish';

const read = (...words: string[]) => readWish(words, experiments);

test('without words every experiment runs once, with seed 1', () => {
  const { seeds, chosen, isShort } = read();
  expect({ seeds, isShort }).toEqual({ seeds: ['1'], isShort: false });
  expect(chosen).toEqual(experiments);
});

test('--short runs those that have a short time, within ten minutes', () => {
  const { chosen, limitMs, durationMsOf } = read('--short');
  expect(chosen.map(({ name }) => name)).toContain('kill-worker');
  expect(chosen.every(({ seconds }) => seconds.short !== undefined)).toBe(true);
  expect(limitMs).toBe(600_000);
  expect(chosen.reduce((sum, each) => sum + durationMsOf(each), 0)).toBeLessThan(120_000);
});

test('--seeds counts on from the first', () => {
  expect(read('--seed', '7', '--seeds', '3').seeds).toEqual(['7', '8', '9']);
});

test('--minutes is shared among the experiments', () => {
  const { chosen, durationMsOf } = read('--only', 'kill-worker,kill-api', '--minutes', '3');
  expect(chosen.map(durationMsOf)).toEqual([90_000, 90_000]);
});

test.each([
  [['--seeds', '0.5'], '--seeds has to be a whole number from 1 on, and is "0.5"'],
  [['--seeds', '0'], '--seeds has to be a whole number from 1 on, and is "0"'],
  [['--seeds', '1e3'], '--seeds has to be a whole number from 1 on, and is "1e3"'],
  [['--seed', 'x', '--seeds', '2'], '--seed, with --seeds, has to be a whole number from 0 on, and is "x"'],
  [['--seed', ''], '--seed: it is empty'],
  [['--minutes', '0'], '--minutes has to be a number above zero, and is "0"'],
  [['--minutes', 'Infinity'], '--minutes has to be a number above zero, and is "Infinity"'],
  [['--minutes', '-1'], 'Option'],
  [['--only', 'kill-worker,'], '--only: there is no experiment "". There are: kill-worker'],
  [['--only', 'no-such'], '--only: there is no experiment "no-such". There are: kill-worker'],
  [['--sort'], 'Unknown option'],
  [['kill-worker'], 'Unexpected argument'],
])('%j is refused in words', (words, said) => {
  expect(() => read(...words)).toThrow(UnclearWish);
  expect(() => read(...words)).toThrow(said);
});
