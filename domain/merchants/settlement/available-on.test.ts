import fc from 'fast-check';
import { availableOn, type SettledPosting } from './available-on';
import { getBusinessDay, getCutOff } from './business-day';
import { CALENDARS, isBankingDay } from './calendar';
import { settlementTerms, type SettlementTerms } from './settlement-terms';

const ZONES = [
  ...['Europe/Moscow', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Tehran'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'],
];
const hours = fc.record({ timeZone: fc.constantFrom(...ZONES), cutOffHour: fc.integer({ min: 0, max: 23 }) });
const calendars = fc.constantFrom(...(Object.keys(CALENDARS) as (keyof typeof CALENDARS)[]));
const moments = fc
  .integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) })
  .map((milliseconds) => new Date(milliseconds));

const posting = (postedAt: string | Date, fields: Partial<SettledPosting> = {}): SettledPosting => ({
  ...{ currency: 'RUB', tool: 'bankCard', connector: 'a', ...fields },
  postedAt: new Date(postedAt),
});
const find = (settlement: SettlementTerms, ...given: Parameters<typeof posting>): string =>
  availableOn(posting(...given), settlementTerms({ settlement }));

test.each([
  ['before the cut-off', '2026-11-26T14:59:59.999Z', '2026-11-27'],
  ['from the cut-off on', '2026-11-26T15:00:00Z', '2026-11-30'],
  ['on a Friday', '2026-11-27T10:00:00Z', '2026-11-30'],
  ['on a Saturday', '2026-11-28T10:00:00Z', '2026-11-30'],
  ['before the new year', '2025-12-30T10:00:00Z', '2026-01-12'],
  ['after Monday began in Moscow', '2026-11-29T21:00:00Z', '2026-12-01'],
])('by default money posted %s is available after a banking day', (_, postedAt, expected) => {
  expect(find({}, postedAt)).toBe(expected);
});

test.each<[string, Partial<SettledPosting>, string]>([
  ['the first matching rule decides', { connector: 'a' }, '2026-11-25'],
  ['another connector account has the rule of its tool', { connector: 'b' }, '2026-11-26'],
  ['another tool has the rule of its currency', { connector: 'b', tool: 'digitalWallet' }, '2026-11-27'],
  ['a posting of no payment has the rule of its currency', { connector: undefined, tool: undefined }, '2026-11-27'],
  ['no rule leaves one day', { connector: 'b', tool: 'digitalWallet', currency: 'EUR' }, '2026-11-24'],
])('%s', (_, fields, expected) => {
  const delays = [
    { connectors: ['a'], days: 2 },
    { tools: ['BankCard' as const], days: 3 },
    { currency: 'RUB', days: 4 },
  ];
  expect(find({ delays }, '2026-11-23T10:00:00Z', fields)).toBe(expected);
});

test('at once is the business day, or the next banking day', () => {
  const delays = [{ days: 0 }];
  expect(find({ delays }, '2026-11-27T10:00:00Z')).toBe('2026-11-27');
  expect(find({ delays }, '2026-11-27T16:00:00Z')).toBe('2026-11-30');
});

test.each([
  // Clocks go from 2 to 3 o'clock and from 3 to 2.
  ['Europe/Berlin', 2, '2026-03-29', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', 3, '2026-03-29', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', 4, '2026-03-29', '2026-03-29T02:00:00Z'],
  ['Europe/Berlin', 2, '2026-10-25', '2026-10-25T00:00:00Z'],
  ['Europe/Berlin', 3, '2026-10-25', '2026-10-25T02:00:00Z'],
  // The day had no midnight.
  ['America/Sao_Paulo', 0, '2018-11-04', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', 23, '2018-02-17', '2018-02-18T01:00:00Z'],
  ['Asia/Kathmandu', 18, '2028-02-29', '2028-02-29T12:15:00Z'],
  ['Pacific/Kiritimati', 0, '2026-01-01', '2025-12-31T10:00:00Z'],
  ['Pacific/Pago_Pago', 23, '2026-01-01', '2026-01-02T10:00:00Z'],
])('in %s the cut-off hour %d of %s is %s', (timeZone, cutOffHour, day, expected) => {
  expect(getCutOff(day, { timeZone, cutOffHour })).toEqual(new Date(expected));
});

test('a business day ends at its cut-off', () => {
  fc.assert(
    fc.property(moments, hours, (at, each) => {
      const day = getBusinessDay(at, each);
      const end = getCutOff(day, each);
      expect(end.getTime()).toBeGreaterThan(at.getTime());
      expect(getBusinessDay(new Date(end.getTime() - 1), each)).toBe(day);
      expect(getBusinessDay(end, each) > day).toBe(true);
    }),
  );
});

test('money is available on a banking day that is not before its business day', () => {
  fc.assert(
    fc.property(moments, hours, calendars, fc.nat(30), (at, each, calendar, days) => {
      const found = find({ ...each, calendar, delays: [{ days }] }, at);
      expect(isBankingDay(CALENDARS[calendar], found)).toBe(true);
      const first = getBusinessDay(at, each);
      expect(days === 0 ? found >= first : found > first).toBe(true);
    }),
  );
});

test('money that is posted later is not available earlier', () => {
  const lags = fc.oneof(fc.nat(7_200_000), fc.nat(40 * 86_400_000));
  fc.assert(
    fc.property(moments, lags, hours, calendars, fc.nat(30), (at, lagMs, each, calendar, days) => {
      const terms = { ...each, calendar, delays: [{ days }] };
      const later = find(terms, new Date(at.getTime() + lagMs));
      expect(later >= find(terms, at)).toBe(true);
    }),
  );
});

test('each further day of delay is a later day, from a day without banking too but for the first', () => {
  fc.assert(
    fc.property(moments, hours, calendars, fc.nat(30), (at, each, calendar, days) => {
      const terms = { ...each, calendar };
      const [found, next] = [days, days + 1].map((count) => find({ ...terms, delays: [{ days: count }] }, at)) as [
        string,
        string,
      ];
      const isFromDayOff = !isBankingDay(CALENDARS[calendar], getBusinessDay(at, each));
      expect(days === 0 && isFromDayOff ? next === found : next > found).toBe(true);
    }),
  );
});
