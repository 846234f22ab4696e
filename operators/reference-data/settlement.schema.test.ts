import { toTermsForm } from '../../domain/merchants/reference-data/file-form';
import { settlement } from './settlement.schema';
import { shopTerms } from './shop.schema';

const COMPLETE = {
  delays: [{ tools: ['BankCard'], connectors: ['sandbox'], currency: 'RUB', days: 0 }, { days: 250 }],
  schedule: { every: 'week', days: [1, 7] },
  minimumAmounts: [{ currency: 'RUB', amount: 10_000 }],
  keepAmounts: [{ currency: 'EUR', amount: 1 }],
  reserve: {
    rolling: { percent: '10%', days: 180 },
    fixedAmounts: [{ currency: 'RUB', amount: 5 }],
    afterEnd: { percent: '99.5%', days: 90 },
  },
  ...{ netAcrossContract: true, negativeLimits: [{ currency: 'RUB', amount: 100 }] },
  ...{ calendar: 'target', timeZone: 'Europe/Berlin', cutOffHour: 0 },
  payoutConnectors: [{ currency: 'RUB', connector: 'sandbox' }],
};

test('settlement terms are the same after a file is written and read', () => {
  const terms = shopTerms.parse({ settlement: COMPLETE });
  expect(terms.settlement?.reserve?.rolling).toEqual({ basisPoints: 1_000, days: 180 });
  expect(toTermsForm(terms)).toEqual({ settlement: COMPLETE });
});

test.each([
  ['nothing', {}],
  ['a day', { schedule: { every: 'day' } }],
  ['a hand', { schedule: { every: 'manual' } }],
  ['a month without days', { schedule: { every: 'month' } }],
  ['the last day of a month', { schedule: { every: 'month', days: [31] } }],
  ['UTC', { timeZone: 'UTC' }],
])('settlement terms may name %s', (_, given) => {
  expect(settlement.parse(given)).toEqual(given);
});

test.each([
  ['days of a daily schedule', { schedule: { every: 'day', days: [1] } }, 'schedule'],
  ['an eighth weekday', { schedule: { every: 'week', days: [8] } }, 'schedule.days.0'],
  ['a day 32', { schedule: { every: 'month', days: [1, 32] } }, 'schedule.days.1'],
  ['a schedule of no day', { schedule: { every: 'week', days: [] } }, 'schedule.days'],
  ['another schedule', { schedule: { every: 'year' } }, 'schedule.every'],
  ['a negative delay', { delays: [{ days: -1 }] }, 'delays.0.days'],
  ['a delay of more than a year', { delays: [{ days: 251 }] }, 'delays.0.days'],
  ['a delay without days', { delays: [{ currency: 'RUB' }] }, 'delays.0.days'],
  ['a delay of an unknown tool', { delays: [{ tools: ['Cash'], days: 1 }] }, 'delays.0.tools.0'],
  ['an unknown currency', { minimumAmounts: [{ currency: 'RBL', amount: 1 }] }, 'minimumAmounts.0.currency'],
  ['a fraction of a minor unit', { keepAmounts: [{ currency: 'RUB', amount: 0.5 }] }, 'keepAmounts.0.amount'],
  ['a reserve of nothing', { reserve: { rolling: { percent: '0%', days: 1 } } }, 'reserve.rolling.percent'],
  ['a reserve for no day', { reserve: { afterEnd: { percent: '5%', days: 0 } } }, 'reserve.afterEnd.days'],
  ['a reserve for good', { reserve: { rolling: { percent: '5%' } } }, 'reserve.rolling.days'],
  ['another calendar', { calendar: 'moon' }, 'calendar'],
  ['an unknown time zone', { timeZone: 'Europe/Moskau' }, 'timeZone'],
  ['an offset as a time zone', { timeZone: '+03:00' }, 'timeZone'],
  ['hour 24', { cutOffHour: 24 }, 'cutOffHour'],
  [
    'two connectors of a currency',
    { payoutConnectors: ['a', 'b'].map((connector) => ({ currency: 'RUB', connector })) },
    'payoutConnectors',
  ],
])('%s is refused at its place', (_, given, place) => {
  const { error } = settlement.safeParse(given);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([place]);
});
