import fc from 'fast-check';
import { cutBatch, type BatchSums } from './cut';

const sums: BatchSums = {
  openingMinor: 100n,
  linesMinor: [50n, -20n],
  holdsMinor: 0n,
  minimumMinor: 0n,
  keepMinor: 0n,
};

test.each<[string, Partial<BatchSums>, bigint, bigint]>([
  ['everything is paid', {}, 130n, 0n],
  ['refunds under way stay', { holdsMinor: 30n }, 100n, 30n],
  ['the amount to keep stays', { keepMinor: 10n, holdsMinor: 30n }, 90n, 40n],
  ['the minimum itself is paid', { minimumMinor: 130n }, 130n, 0n],
  ['less than the minimum stays', { minimumMinor: 131n }, 0n, 130n],
  ['the minimum is of what is paid', { minimumMinor: 130n, keepMinor: 1n }, 0n, 130n],
  ['a debt is carried on', { openingMinor: -200n }, 0n, -170n],
  ['nothing is paid of what is held', { holdsMinor: 130n }, 0n, 130n],
  ['nothing is paid of less than is held', { holdsMinor: 131n }, 0n, 130n],
  ['a debt is carried on in spite of a negative minimum', { openingMinor: -200n, minimumMinor: -300n }, 0n, -170n],
  ['a batch without lines pays what it began with', { linesMinor: [] }, 100n, 0n],
])('%s', (_, changed, payoutMinor, closingMinor) => {
  expect(cutBatch({ ...sums, ...changed })).toEqual({ payoutMinor, closingMinor });
});

test('a payout is never negative, is all or nothing, and leaves what is held and kept', () => {
  const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
  const positive = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const batches = fc.record({
    ...{ openingMinor: amounts, linesMinor: fc.array(amounts) },
    ...{ holdsMinor: positive, minimumMinor: positive, keepMinor: positive },
  });
  fc.assert(
    fc.property(batches, (batch) => {
      const { payoutMinor, closingMinor } = cutBatch(batch);
      const total = [batch.openingMinor, ...batch.linesMinor].reduce((sum, each) => sum + each);
      expect(payoutMinor + closingMinor).toBe(total);
      const reserved = batch.holdsMinor + batch.keepMinor;
      if (payoutMinor === 0n) expect(total - reserved <= 0n || total - reserved < batch.minimumMinor).toBe(true);
      else expect([closingMinor, payoutMinor > 0n, payoutMinor >= batch.minimumMinor]).toEqual([reserved, true, true]);
    }),
  );
});
