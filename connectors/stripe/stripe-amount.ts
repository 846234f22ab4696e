import { currencyExponent } from '../../domain/currency/currency';
import { ConnectorMisuse } from '../connector';

/**
 * The currencies that Stripe writes without decimals. They are not those of ISO 4217: MGA has none here, and ISK and UGX, which
 * have no smaller unit any more, have two that must be zero.
 */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

/** How many decimals Stripe's smallest unit has: two or three where it does not say otherwise. */
function stripeExponent(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return currencyExponent(currency) === 3 ? 3 : 2;
}

/** The factors between our minor unit and Stripe's: one of them is 1. */
function getFactors(currency: string): { times: bigint; dividedBy: bigint } {
  const [theirs, ours] = [stripeExponent(currency), currencyExponent(currency)];
  return { times: 10n ** BigInt(Math.max(0, theirs - ours)), dividedBy: 10n ** BigInt(Math.max(0, ours - theirs)) };
}

/**
 * An amount of ISO minor units as Stripe wants it; one of three decimals is taken in tens of its smallest unit only.
 * @throws ConnectorMisuse where Stripe cannot say the amount: rounding it would take another sum than was agreed
 */
export function stripeAmount(amountMinor: bigint, currency: string): number {
  const { times, dividedBy } = getFactors(currency);
  const amount = (amountMinor * times) / dividedBy;
  const isExact = amount * dividedBy === amountMinor * times;
  const isTooFine = stripeExponent(currency) === 3 && amount % 10n !== 0n;
  if (!isExact || isTooFine || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ConnectorMisuse(`Stripe cannot take an amount of ${currency} in so small a unit`);
  }
  return Number(amount);
}

/** An amount as Stripe writes it, in ISO minor units. */
export function minorAmount(amount: number, currency: string): bigint {
  const { times, dividedBy } = getFactors(currency);
  return (BigInt(amount) * dividedBy) / times;
}
