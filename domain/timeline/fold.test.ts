import { foldTimeline } from './fold';
import type { TimelineEntry } from './timeline';

const entry = (minute: number, group?: string): TimelineEntry => ({
  at: new Date(minute * 60_000),
  kind: 'webhook',
  what: `${group ?? 'single'} ${minute}`,
  reason: null,
  workflow: null,
  ...(group === undefined ? {} : { group }),
});

const show = (entries: readonly TimelineEntry[]): string[] =>
  foldTimeline(entries).map(({ what, foldedCount }) => (foldedCount === undefined ? what : `${what} +${foldedCount}`));

test('a group shows its first and last entry and counts those between', () => {
  const entries = [entry(1, 'a'), entry(2), entry(3, 'a'), entry(4, 'b'), entry(5, 'a'), entry(6, 'a'), entry(7, 'b')];
  expect(show(entries)).toEqual(['a 1', 'single 2', 'b 4', 'a 6 +2', 'b 7']);
});

test('two entries and single ones are never folded', () => {
  expect(show([entry(1, 'a'), entry(2), entry(3, 'a'), entry(4), entry(5)])).toEqual([
    'a 1',
    'single 2',
    'a 3',
    'single 4',
    'single 5',
  ]);
});

test('folding loses no entry from the count', () => {
  const many = Array.from({ length: 500 }, (_, minute) => entry(minute, `group ${minute % 7}`));
  const folded = foldTimeline(many);
  const hidden = folded.reduce((sum, { foldedCount = 0 }) => sum + foldedCount, 0);
  expect([folded.length, folded.length + hidden]).toEqual([14, 500]);
});
