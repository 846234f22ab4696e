import { ConnectorMisuse } from '../connector';

/**
 * Where Stripe's smallest unit is not that of ISO 4217, the factor between them: it writes ISK and UGX, which have no
 * smaller unit any more, with two digits that must be zero, and MGA without any.
 */
const FACTORS: Readonly<Record<string, { times?: bigint; dividedBy?: bigint }>> = {
  ISK: { times: 100n },
  UGX: { times: 100n },
  MGA: { dividedBy: 100n },
};

/** Stripe takes three-digit currencies only in tens of their smallest unit. */
const TENS: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/**
 * An amount of ISO minor units as Stripe wants it.
 * @throws ConnectorMisuse where Stripe cannot say the amount: rounding it would take another sum than was agreed
 */
export function stripeAmount(amountMinor: bigint, currency: string): number {
  const { times = 1n, dividedBy = 1n } = FACTORS[currency] ?? {};
  const amount = (amountMinor * times) / dividedBy;
  const isExact = amount * dividedBy === amountMinor * times;
  if (!isExact || (TENS.has(currency) && amount % 10n !== 0n) || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ConnectorMisuse(`Stripe cannot take an amount of ${currency} in so small a unit`);
  }
  return Number(amount);
}

/** An amount as Stripe writes it, in ISO minor units. */
export function minorAmount(amount: number, currency: string): bigint {
  const { times = 1n, dividedBy = 1n } = FACTORS[currency] ?? {};
  return (BigInt(amount) * dividedBy) / times;
}
