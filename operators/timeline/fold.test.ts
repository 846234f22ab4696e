import type { WorkflowStep } from '../../domain/operators/timeline/timeline';
import { foldTimeline } from './fold';
import { mergeTimeline, type MergedEntry } from './merge';

const entry = (minute: number, group?: string): MergedEntry => ({
  at: new Date(minute * 60_000),
  kind: 'webhook',
  fact: { type: 'call', operation: `${group ?? 'single'} ${minute}`, caller: 'apiKey/1', requestID: 'r' },
  ...(group === undefined ? {} : { group }),
});

const show = (entries: readonly MergedEntry[]): string[] =>
  foldTimeline(entries).map(({ fact, foldedCount }) => {
    const name = 'operation' in fact ? fact.operation : '';
    return foldedCount === undefined ? name : `${name} +${foldedCount}`;
  });

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

test('each run of a workflow keeps its start and its end, and timers of one kind are folded', () => {
  const steps = ['A', 'B', 'C'].flatMap((runID, index): WorkflowStep[] => {
    const run = { workflowID: 'invoices/due', runID, at: new Date(index * 60_000) };
    return [
      { ...run, step: 'started', workflowType: 'dueInvoices' },
      { ...run, step: 'timerStarted', seconds: 60, summary: 'the next due date' },
      { ...run, step: 'ended', how: 'continuedAsNew', result: null, failure: null },
    ];
  });
  const none = { calls: [], commands: [], events: [], transfers: [], attempts: [], deliveries: [], findings: [] };
  const folded = foldTimeline(mergeTimeline({ ...none, disputes: [], notes: [], reviews: [], steps }));
  const names = folded.map(({ fact, foldedCount }) => ('step' in fact ? [fact.step, foldedCount ?? 0] : []));
  expect(names).toEqual([
    ...[
      ['started', 0],
      ['timerStarted', 0],
      ['ended', 0],
    ],
    ...[
      ['started', 0],
      ['ended', 0],
    ],
    ...[
      ['started', 0],
      ['timerStarted', 1],
      ['ended', 0],
    ],
  ]);
});
