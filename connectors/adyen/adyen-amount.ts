import { currencyExponent } from '../../domain/platform/currency/currency';
import { ConnectorRejection } from '../connector-rejection';

/** Currencies whose decimals at Adyen differ from ISO 4217 (docs.adyen.com/development-resources/currency-codes). */
const ADYEN_EXPONENTS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

export interface AdyenAmount {
  value: number;
  currency: string;
}

/** @throws ConnectorRejection for an amount that Adyen cannot express */
export function toAdyenAmount(amountMinor: bigint, currency: string): AdyenAmount {
  const shift = getShift(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && amountMinor % factor !== 0n) {
    throw ConnectorRejection.unsent(`Adyen has no decimals for ${currency}, and the amount has some`, 'amount');
  }
  const value = Number(shift < 0 ? amountMinor / factor : amountMinor * factor);
  if (!Number.isSafeInteger(value)) throw ConnectorRejection.unsent('the amount is too large for Adyen', 'amount');
  return { value, currency };
}

/** Converts to minor units of ISO 4217; undefined if Adyen's amount has more decimals. */
export function fromAdyenAmount(value: bigint, currency: string): bigint | undefined {
  const shift = getShift(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  if (shift < 0) return value * factor;
  return value % factor === 0n ? value / factor : undefined;
}

function getShift(currency: string): number {
  const exponent = currencyExponent(currency);
  return (ADYEN_EXPONENTS[currency] ?? exponent) - exponent;
}
