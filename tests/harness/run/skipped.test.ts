import { where } from '../where';
import { listSkipped } from './skipped';

const record = (skipped: string[]) => {
  const block = () => undefined;
  block.skip = (name: string) => void skipped.push(name);
  return block;
};

test('skipped tests are listed by suite with the reason of their name', () => {
  const names: string[] = [];
  where(record(names), false, 'helm is missing')('the chart', () => undefined);
  where(record(names), true, 'helm is missing')('the values', () => undefined);
  expect(names).toEqual(['the chart (skipped: helm is missing)']);
  const assertionResults = [
    { status: 'passed', fullName: 'the values are read' },
    { status: 'pending', fullName: `${names[0]} renders (twice)` },
    { status: 'pending', fullName: `${names[0]} is valid` },
    { status: 'todo', fullName: 'something else' },
  ];
  expect(listSkipped([{ name: '/root/deploy/chart.test.ts', assertionResults }], '/root')).toEqual({
    count: 3,
    lines: ['Skipped 2 of deploy/chart.test.ts: helm is missing', 'Skipped 1 of deploy/chart.test.ts: no reason given'],
  });
});
