import fc from 'fast-check';
import { returnedFee } from './returned-fee';

test.each([
  [{ refundedBeforeMinor: 0n, amountMinor: 10_000n }, 0n, 250n],
  [{ refundedBeforeMinor: 0n, amountMinor: 3_333n }, 0n, 83n],
  [{ refundedBeforeMinor: 3_333n, amountMinor: 3_333n }, 83n, 84n],
  [{ refundedBeforeMinor: 6_666n, amountMinor: 3_334n }, 167n, 83n],
  [{ refundedBeforeMinor: 0n, amountMinor: 1n }, 0n, 0n],
  [{ refundedBeforeMinor: 0n, amountMinor: 20n }, 0n, 1n],
])('a refund by %p of 10000 returns, after %s, %s of the fee of 250', (refund, beforeMinor, partMinor) => {
  expect(returnedFee({ feeMinor: 250n, capturedMinor: 10_000n, ...refund })).toEqual({ beforeMinor, partMinor });
});

test('partial refunds return no more than their share of the fee, and together exactly the fee', () => {
  const refunds = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(refunds, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, share) => {
      const capturedMinor = amounts.reduce((sum, each) => sum + each);
      const feeMinor = BigInt(Math.floor(Number(capturedMinor) * share));
      let [refundedBeforeMinor, returnedMinor] = [0n, 0n];
      for (const amountMinor of amounts) {
        const { beforeMinor, partMinor } = returnedFee({ feeMinor, capturedMinor, refundedBeforeMinor, amountMinor });
        expect([beforeMinor, partMinor >= 0n]).toEqual([returnedMinor, true]);
        refundedBeforeMinor += amountMinor;
        returnedMinor += partMinor;
        expect(returnedMinor <= feeMinor).toBe(true);
        const rounding = 2n * (returnedMinor * capturedMinor - feeMinor * refundedBeforeMinor);
        expect(rounding > -capturedMinor && rounding <= capturedMinor).toBe(true);
      }
      expect(returnedMinor).toBe(feeMinor);
    }),
  );
});
