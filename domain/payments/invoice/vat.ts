/** VAT rates: those of the published contract, then those of later laws, an extension. */
export const VAT_RATES = [
  ...(['0%', '10%', '18%', '20%', '10/110', '18/118', '20/120'] as const),
  ...(['5%', '7%', '22%', '5/105', '7/107', '22/122'] as const),
] as const;

export type VatRate = (typeof VAT_RATES)[number];

/** Since when no new sale may have a rate, in Moscow's time; refunds and corrections of earlier sales keep theirs. */
const ENDED: Partial<Record<VatRate, Date>> = {
  '18%': new Date('2019-01-01T00:00:00+03:00'),
  '18/118': new Date('2019-01-01T00:00:00+03:00'),
  '20%': new Date('2026-01-01T00:00:00+03:00'),
  '20/120': new Date('2026-01-01T00:00:00+03:00'),
};

/** Whether a sale at a time may no longer have a rate. */
export function isEnded(rate: VatRate, at: Date): boolean {
  const end = ENDED[rate];
  return end !== undefined && at >= end;
}

/** The rate of the sale itself; a prepayment of it has the calculated rate, such as 22/122. */
export function finalRate(rate: VatRate): VatRate {
  return rate.replace(/\/\d+$/, '%') as VatRate;
}
