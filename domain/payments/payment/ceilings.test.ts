import { countedMinor, dailyCeilingMinor, maxAmountMinor } from './ceilings';

test('a shop without limits has the defaults, and a day holds a hundred of its largest invoices', () => {
  expect(maxAmountMinor()).toBe(100_000_000_000n);
  expect(maxAmountMinor({ max: 500 })).toBe(500n);
  expect(dailyCeilingMinor()).toBe(10_000_000_000_000n);
  expect(dailyCeilingMinor({ max: 500 })).toBe(50_000n);
  expect(dailyCeilingMinor({ max: 500, perDay: 700 })).toBe(700n);
});

test('only failed and cancelled payments do not count', () => {
  const counted = (status: Parameters<typeof countedMinor>[0]['status']) =>
    countedMinor({ status, authorisedAmountMinor: 9n });
  expect((['pending', 'processed', 'captured', 'refunded', 'charged_back'] as const).map(counted)).toEqual(
    Array.from({ length: 5 }, () => 9n),
  );
  expect((['failed', 'cancelled'] as const).map(counted)).toEqual([0n, 0n]);
});
