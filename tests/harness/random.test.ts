import { spawnSync } from 'node:child_process';
import { Random } from './random';

test('a seed gives the same numbers, and another one others', () => {
  const draw = (seed: number): number[] => {
    const random = new Random(seed);
    return Array.from({ length: 100 }, () => random.next());
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).every((number) => number >= 0 && number < 1)).toBe(true);
});

test('the repository has one seeded generator', () => {
  const found = spawnSync('git', ['grep', '-lE', 'Mulberry|0x6d2b79f5', '--', '*.ts', '*.mjs'], { encoding: 'utf8' });
  expect(
    found.stdout
      .trim()
      .split('\n')
      .filter((file) => !file.endsWith('.test.ts')),
  ).toEqual(['tests/harness/random.ts']);
});
