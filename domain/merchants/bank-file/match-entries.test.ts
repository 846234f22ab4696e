import fc from 'fast-check';
import { isCalendarDay, orderReference, type StatementEntry } from './bank-file';
import { matchEntries, type SentPayout } from './match-entries';

const anEntry = (id: string, overrides: Partial<StatementEntry> = {}): StatementEntry => ({
  id,
  ...{ reference: 'payout-1', amountMinor: 100n, currency: 'EUR', direction: 'debit', status: 'booked' },
  ...{ bookedOn: '2026-11-30', returnReason: null, servicerReference: null, counterAccount: 'shop', place: {} },
  ...overrides,
});

const aPayout = (overrides: Partial<SentPayout> = {}): SentPayout => ({
  ...{ amountMinor: 100n, currency: 'EUR', creditorAccount: 'shop', status: 'sent' },
  ...overrides,
});

const kindsOf = (entries: StatementEntry[], payout = aPayout(), entryIDs: readonly string[] = []) =>
  matchEntries(entries, { payouts: new Map([['payout-1', payout]]), entryIDs: new Set(entryIDs) }).map(
    ({ kind }) => kind,
  );

test('a return may stand ahead of its payout', () => {
  expect(kindsOf([anEntry('1', { direction: 'credit' }), anEntry('2')])).toEqual(['returned', 'paid']);
});

test.each([
  ['sent', 'debit', 'paid'],
  ['paid', 'debit', 'doubledReference'],
  ['returned', 'debit', 'doubledReference'],
  ['sent', 'credit', 'returned'],
  ['paid', 'credit', 'returned'],
  ['returned', 'credit', 'doubledReference'],
] as const)('a %s payout with a %s is %s', (status, direction, kind) => {
  expect(kindsOf([anEntry('1', { direction })], aPayout({ status }))).toEqual([kind]);
});

test('a difference is found before the reference is doubled', () => {
  const altered = [
    anEntry('1', { currency: 'USD' }),
    anEntry('2', { amountMinor: 101n }),
    anEntry('3', { counterAccount: 'thief' }),
    anEntry('4', { counterAccount: null }),
    anEntry('5', { direction: 'credit', counterAccount: 'bank' }),
    anEntry('6', { reference: null }),
  ];
  expect(kindsOf(altered)).toEqual([
    ...['otherCurrency', 'otherAmount', 'otherAccount', 'paid', 'returned', 'unknownReference'],
  ]);
});

test('an entry that is not booked changes nothing until it is', () => {
  expect(kindsOf([anEntry('1', { status: 'notBooked' }), anEntry('2')])).toEqual(['notBooked', 'paid']);
});

test('a payout is paid once and returned once, whatever a bank sends how often', () => {
  const entries = fc.array(
    fc.record({
      id: fc.constantFrom('1', '2', '3', '4'),
      direction: fc.constantFrom<StatementEntry['direction']>('credit', 'debit'),
      amountMinor: fc.constantFrom(100n, 100n, 101n),
    }),
  );
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 4 }), (files) => {
      const [seen, changes] = [new Set<string>(), [] as string[]];
      let { status } = aPayout();
      for (const file of [...files, ...files]) {
        const given = file.map(({ id, ...fields }, index) => anEntry(`${id}-${index}`, fields));
        for (const kind of kindsOf(given, aPayout({ status }), [...seen])) {
          if (kind !== 'paid' && kind !== 'returned') continue;
          changes.push(kind);
        }
        if (changes.includes('returned')) status = 'returned';
        else if (changes.includes('paid')) status = 'paid';
        for (const { id } of given) seen.add(id);
      }
      expect(new Set(changes).size).toBe(changes.length);
    }),
  );
});

test('an order is named by its date and its number without leading zeros', () => {
  expect(orderReference('2026-11-30', '000017')).toBe('2026-11-30/17');
  expect(orderReference('2026-11-30', '0')).toBe('2026-11-30/0');
});

test.each([
  ['2026-11-30', true],
  ['2026-02-30', false],
  ['2024-02-29', true],
  ['2026-1-1', false],
  ['30.11.2026', false],
  ['', false],
])('%j is a day: %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay);
});
