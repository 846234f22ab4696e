import { CURRENCIES } from '../../domain/platform/currency/currency';
import { decimalText } from '../../domain/platform/money/amount-text';

/** Formats an amount in Russian, e.g. `1 000,00 ₽`, with the decimals of ISO 4217. */
export function amountText(amountMinor: bigint, currency: string): string {
  const decimal = decimalText({ amountMinor, currency });
  const digits = decimal.split('.')[1]?.length ?? 0;
  // `Intl` formats decimal texts exactly; its types lack them.
  const figures = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits }).format(
    decimal as unknown as number,
  );
  return `${figures}\u00a0${CURRENCIES.get(currency)?.sign ?? currency}`;
}
