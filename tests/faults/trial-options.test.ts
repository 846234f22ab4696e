import { experiments } from './experiments';
import { getHelp, parseTrialArgs, UsageError } from './trial-options';

const read = (...words: string[]) => parseTrialArgs(words, experiments);

test('without arguments every experiment runs once, with seeds from 1', () => {
  const { seed, rounds, chosen, isShort } = read();
  expect({ seed, rounds, isShort }).toEqual({ seed: 1, rounds: 1, isShort: false });
  expect(chosen).toEqual(experiments);
  // Each has a seed of its own.
  expect(chosen.length).toBeGreaterThanOrEqual(20);
});

test('--short runs the experiments of a short run within ten minutes', () => {
  const { chosen, limitMs, getDurationMs } = read('--short');
  expect(chosen.map(({ name }) => name)).toContain('kill-worker');
  expect(chosen.every(({ seconds }) => seconds.short !== undefined)).toBe(true);
  expect(limitMs).toBe(600_000);
  expect(chosen.reduce((sum, each) => sum + getDurationMs(each), 0)).toBeLessThan(150_000);
});

test('--rounds repeats all experiments, --seed sets the first seed', () => {
  expect(read('--seed', '7', '--rounds', '3')).toMatchObject({ seed: 7, rounds: 3 });
});

test('--minutes is divided among the experiments', () => {
  const { chosen, getDurationMs } = read('--only', 'kill-worker,kill-api', '--minutes', '3');
  expect(chosen.map(getDurationMs)).toEqual([90_000, 90_000]);
});

test('--help lists every option and every experiment', () => {
  const help = getHelp(['--help'], experiments) ?? '';
  const options = ['--short', '--only', '--seed', '--rounds', '--minutes', '--publish', '--outcomes', '--help'];
  for (const name of [...options, ...experiments.map((each) => each.name)]) expect(help).toMatch(`  ${name} `);
  expect(getHelp(['--short'], experiments)).toBeUndefined();
});

test.each([
  [['--rounds', '0.5'], '--rounds has to be a whole number from 1 on, and is "0.5"'],
  [['--rounds', '0'], '--rounds has to be a whole number from 1 on, and is "0"'],
  [['--rounds', '1e3'], '--rounds has to be a whole number from 1 on, and is "1e3"'],
  [['--seed', 'x'], '--seed has to be a whole number from 0 on, and is "x"'],
  [['--seed', ''], '--seed has to be a whole number from 0 on, and is ""'],
  [['--minutes', '0'], '--minutes has to be a number above zero, and is "0"'],
  [['--minutes', 'Infinity'], '--minutes has to be a number above zero, and is "Infinity"'],
  [['--minutes', '-1'], 'Option'],
  [['--only', 'kill-worker,'], '--only: there is no experiment "". There are: kill-worker'],
  [['--only', 'no-such'], '--only: there is no experiment "no-such". There are: kill-worker'],
  [['--sort'], 'Unknown option'],
  [['kill-worker'], 'Unexpected argument'],
])('%j is rejected with a message', (words, said) => {
  expect(() => read(...words)).toThrow(UsageError);
  expect(() => read(...words)).toThrow(said);
});
