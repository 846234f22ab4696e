import { LimitReached, UseLimits, type LimitName } from './use-limits';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BEGAN_MS = Date.parse('2026-11-27T10:00:00Z');

let reached: LimitName[];

beforeEach(() => {
  jest.useFakeTimers({ now: BEGAN_MS });
  reached = [];
});

afterEach(() => jest.useRealTimers());

const limitsOf = ({ usesPerCard = 2, usesPerCertificate = 100 } = {}): UseLimits =>
  new UseLimits({ usesPerCard, usesPerCertificate, onReached: (limit) => void reached.push(limit) });

/** The limit that refuses a use; undefined if none does. */
function use(limits: UseLimits, cardID: string, certificate = 'worker'): LimitName | undefined {
  try {
    limits.take({ cardID, certificate });
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(LimitReached);
    expect(error).toMatchObject({ name: 'LimitReached', message: `too many uses: ${(error as LimitReached).limit}` });
    return (error as LimitReached).limit;
  }
}

test('a card is used as often as its limit allows, and its next use is refused and counted', () => {
  const limits = limitsOf();
  expect([use(limits, 'card'), use(limits, 'card'), use(limits, 'card')]).toEqual([undefined, undefined, 'card']);
  expect(use(limits, 'other card')).toBeUndefined();
  expect(reached).toEqual(['card']);
});

test('a certificate has a limit over all cards, and another certificate its own', () => {
  const limits = limitsOf({ usesPerCertificate: 3 });
  expect(['a', 'b', 'c', 'd'].map((cardID) => use(limits, cardID))).toEqual([
    undefined,
    undefined,
    undefined,
    'certificate',
  ]);
  expect(use(limits, 'd', 'second worker')).toBeUndefined();
  expect(reached).toEqual(['certificate']);
});

test('all uses are allowed again in the next minute, and not before', () => {
  const limits = limitsOf({ usesPerCard: 1, usesPerCertificate: 2 });
  const useAll = () => [use(limits, 'a'), use(limits, 'a'), use(limits, 'b')];
  const expected = [undefined, 'card', 'certificate'];
  expect(useAll()).toEqual(expected);
  jest.setSystemTime(BEGAN_MS + MINUTE_MS - 1);
  expect(use(limits, 'c')).toBe('certificate');
  jest.setSystemTime(BEGAN_MS + MINUTE_MS);
  expect(useAll()).toEqual(expected);
});

test('a card whose number was sent back rests for an hour, with any certificate', () => {
  const limits = limitsOf();
  limits.rest('card');
  expect(reached).toEqual(['returnedNumber']);
  expect([use(limits, 'card'), use(limits, 'card', 'second worker')]).toEqual(['returnedNumber', 'returnedNumber']);
  expect(use(limits, 'other card')).toBeUndefined();
  jest.setSystemTime(BEGAN_MS + HOUR_MS - 1);
  expect(use(limits, 'card')).toBe('returnedNumber');
  jest.setSystemTime(BEGAN_MS + HOUR_MS);
  expect(use(limits, 'card')).toBeUndefined();
  expect(reached).toHaveLength(4);
});

test('a refused use of a resting card counts for no limit', () => {
  const limits = limitsOf({ usesPerCertificate: 1 });
  limits.rest('card');
  for (let round = 0; round < 3; round++) expect(use(limits, 'card')).toBe('returnedNumber');
  expect(use(limits, 'other card')).toBeUndefined();
});

test('ten thousand cards rest at once, and one more ends the rest of the oldest only', () => {
  const limits = limitsOf({ usesPerCertificate: 100_000 });
  for (let number = 0; number < 10_000; number++) limits.rest(`card ${number}`);
  expect(use(limits, 'card 0')).toBe('returnedNumber');
  limits.rest('one more card');
  expect(use(limits, 'card 0')).toBeUndefined();
  expect(['card 1', 'card 9999', 'one more card'].map((cardID) => use(limits, cardID))).toEqual(
    Array.from({ length: 3 }, () => 'returnedNumber'),
  );
});
