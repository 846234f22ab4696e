import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/services/platform-process';
import type { Outcome } from './experiment';
import { withRun } from './published-runs';

const outcome = (name: string, seed: number, more: Partial<Outcome> = {}): Outcome => ({
  name,
  title: name,
  seed,
  operations: 1_000,
  faults: 20,
  violations: [],
  recoveriesMs: { api: [], worker: [] },
  notes: [],
  ...more,
});

const given = (date: string, isWhole = true) => ({
  isWhole,
  date,
  revision: 'abc1234',
  machine: '2 cores',
  load: ['1', '1'] as const,
  minutes: 40,
});

const cells = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').map((cell) => cell.trim())] : []));

test('each published run adds a row, and the last row is the total', () => {
  const wrong = { rule: 'one effect', where: 'payment', found: 'two' };
  const once = withRun(
    'Before.\n\n<!-- runs -->\n\n<!-- /runs -->\n\nAfter.',
    [
      outcome('kill-api', 1),
      outcome('races', 2, { violations: [wrong] }),
      outcome('netem', 3, { obstacle: 'no netem' }),
    ],
    given('2026-11-23'),
  );
  const twice = withRun(once, [outcome('kill-all', 33), outcome('kill-worker', 34)], given('2026-11-24', false));
  expect(cells(twice)).toEqual([
    [
      '',
      'date',
      'revision',
      'experiments',
      'seeds',
      'minutes',
      'operations',
      'faults',
      'of them kill -9',
      'violations',
      '',
    ],
    expect.anything(),
    ['', '2026-11-23', 'abc1234', 'all', '1 to 2', '40', '2,000', '40', '20', '1', ''],
    ['', '2026-11-24', 'abc1234', 'kill-all, kill-worker', '33 to 34', '40', '2,000', '40', '40', '0', ''],
    ['', '**together**', '', '', '', '', '**4,000**', '**80**', '**60**', '**1**', ''],
  ]);
  expect(twice).toMatch(/^Before\.[^]*After\.$/);
  const alone = withRun(twice, [outcome('kill-api', 35)], given('2026-11-25', false));
  expect(cells(alone)[4]).toEqual(expect.arrayContaining(['kill-api', '35']));
});

test('the document of the trials has a table of runs', () => {
  const document = readFileSync(join(root, 'docs/trust.md'), 'utf8');
  expect(withRun(document, [outcome('kill-api', 1)], given('2026-11-25'))).toContain('2026-11-25');
});
