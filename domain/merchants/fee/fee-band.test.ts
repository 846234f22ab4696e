import { isWithinBand, type BandedTerms, type FeeBand } from './fee-band';

test.each<[string, BandedTerms, FeeBand, boolean]>([
  ['terms without fees', {}, {}, true],
  ['a share of 10 %', { feeBasisPoints: 1_000 }, {}, true],
  ['a share above 10 %', { feeBasisPoints: 1_001 }, {}, false],
  ['a share at the least of the band', { feeBasisPoints: 100 }, { minBasisPoints: 100 }, true],
  ['a share below the band', { feeBasisPoints: 99 }, { minBasisPoints: 100 }, false],
  ['a share below zero', { feeBasisPoints: -1 }, {}, false],
  ['a share above a band of its own', { feeBasisPoints: 301 }, { maxBasisPoints: 300 }, false],
  ['a rule within the band', { fees: [{ basisPoints: 1_000, fixed: 10_000, minimum: 10_000 }] }, {}, true],
  ['a rule with a large share', { fees: [{ basisPoints: 100 }, { basisPoints: 1_001 }] }, {}, false],
  ['a rule with a large fixed part', { fees: [{ fixed: 10_001 }] }, {}, false],
  ['a rule with a large minimum', { fees: [{ minimum: 10_001 }] }, {}, false],
  ['a fixed part above a band of its own', { fees: [{ fixed: 6 }] }, { maxFixed: 5 }, false],
  ['a rule without a share below the least', { feeBasisPoints: 100, fees: [{}] }, { minBasisPoints: 1 }, false],
  ['tiers within the band', { fees: [{ basisPoints: 9_000, tiers: [{ from: 0, basisPoints: 1_000 }] }] }, {}, true],
  [
    'a tier with a large share',
    {
      fees: [
        {
          tiers: [
            { from: 0, basisPoints: 1 },
            { from: 1, basisPoints: 1_001 },
          ],
        },
      ],
    },
    {},
    false,
  ],
  ['a levy within the band', { disputeLevies: [{ amount: 10_000 }] }, {}, true],
  ['a refund without a share', { feeBasisPoints: 100, refundFees: [{ fixed: 10_000 }] }, { minBasisPoints: 100 }, true],
  ['a large share of refunds', { refundFees: [{ basisPoints: 1_001 }] }, {}, false],
  ['a large minimum of refunds', { refundFees: [{ minimum: 10_001 }] }, {}, false],
  ['a large levy', { disputeLevies: [{ amount: 1 }, { amount: 10_001 }] }, {}, false],
])('one person may set %s only within the band', (_, terms, band, expected) => {
  expect(isWithinBand(terms, band)).toBe(expected);
});
