import { currencyExponent } from '../../domain/platform/currency/currency';
import { ConnectorRejection } from '../connector-rejection';

/**
 * Currencies without decimals at Stripe. They differ from ISO 4217: MGA has none here, ISK and UGX have two, which must be
 * zero.
 */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

/** Decimals of Stripe's smallest unit. */
function stripeExponent(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return currencyExponent(currency) === 3 ? 3 : 2;
}

/** The conversion factors between ISO minor units and Stripe's; one of them is 1. */
function getFactors(currency: string): { times: bigint; dividedBy: bigint } {
  const [theirs, ours] = [stripeExponent(currency), currencyExponent(currency)];
  return { times: 10n ** BigInt(Math.max(0, theirs - ours)), dividedBy: 10n ** BigInt(Math.max(0, ours - theirs)) };
}

/**
 * Converts ISO minor units to Stripe's unit; currencies with three decimals allow multiples of ten only.
 * @throws ConnectorRejection for an amount that would need rounding
 */
export function toStripeAmount(amountMinor: bigint, currency: string): number {
  const { times, dividedBy } = getFactors(currency);
  const amount = (amountMinor * times) / dividedBy;
  const isExact = amount * dividedBy === amountMinor * times;
  const isTooFine = stripeExponent(currency) === 3 && amount % 10n !== 0n;
  if (!isExact || isTooFine || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw ConnectorRejection.unsent(`Stripe does not support such a small unit of ${currency}`, 'amount');
  }
  return Number(amount);
}

/** Converts Stripe's unit to ISO minor units. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  const { times, dividedBy } = getFactors(currency);
  return (BigInt(amount) * dividedBy) / times;
}
