import { CALENDARS } from './calendar';
import { getAmountMinor, settlementTerms } from './settlement-terms';

test('a shop without settlement terms is paid by hand, by a bank file, in Moscow’s time', () => {
  expect(settlementTerms({})).toEqual({
    ...{
      delays: [],
      schedule: { every: 'manual' },
      minimumAmounts: [],
      keepAmounts: [],
      payoutFees: [],
      monthlyFees: [],
      calendar: CALENDARS.ru,
    },
    ...{ timeZone: 'Europe/Moscow', cutOffHour: 18 },
    ...{ accountWaitDays: 3, negativeLimits: [], netAcrossContract: false, reserve: {} },
  });
});

test('given settlement terms replace defaults, midnight too', () => {
  const given = {
    ...{ delays: [{ days: 0 }], schedule: { every: 'month' as const, days: [31] }, timeZone: 'Europe/Berlin' },
    ...{ minimumAmounts: [{ currency: 'EUR', amount: 1 }], keepAmounts: [{ currency: 'EUR', amount: 2 }] },
    ...{ payoutFees: [{ currency: 'EUR', amount: 3 }], monthlyFees: [{ currency: 'EUR', amount: 4 }] },
    cutOffHour: 0,
  };
  const settlement = { ...given, calendar: 'target' as const };
  expect(settlementTerms({ settlement })).toEqual({
    ...{ ...given, calendar: CALENDARS.target },
    ...{ accountWaitDays: 3, negativeLimits: [], netAcrossContract: false, reserve: {} },
  });
});

test('an amount is that of its currency, or nothing', () => {
  expect(getAmountMinor([{ currency: 'EUR', amount: 5 }], 'EUR')).toBe(5n);
  expect(getAmountMinor([{ currency: 'EUR', amount: 5 }], 'RUB')).toBe(0n);
});
