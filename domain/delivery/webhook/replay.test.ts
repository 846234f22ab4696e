import { assertRange, assertReplayable, MAX_REPLAYED } from './replay';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

test.each([
  ['an empty period', { fromTime: at(1), toTime: at(1) }, 'body.from'],
  ['an inverted period', { fromTime: at(2), toTime: at(1) }, 'body.from'],
  ['inverted events', { fromEventID: 8n, toEventID: 7n }, 'body.fromEventID'],
])('%s is refused with its place', (_, range, place) => {
  expect(() => assertRange(range)).toThrow(expect.objectContaining({ code: 'invalidRequest', place }));
});

test.each([
  {},
  { fromTime: at(1) },
  { toTime: at(1) },
  { fromTime: at(1), toTime: at(2) },
  { fromEventID: 7n },
  { toEventID: 7n },
  { fromEventID: 7n, toEventID: 7n },
  { fromEventID: 0n, toEventID: 1n },
])('a range is accepted: %j', (range) => {
  expect(() => assertRange(range)).not.toThrow();
});

test('a replay has at most so many messages', () => {
  expect(() => assertReplayable(MAX_REPLAYED)).not.toThrow();
  expect(() => assertReplayable(MAX_REPLAYED + 1)).toThrow(
    expect.objectContaining({ code: 'invalidRequest', place: 'body.to', message: expect.stringContaining('200000') }),
  );
});
