import { CURRENCIES } from '../../domain/currency/currency';
import { decimalText } from '../../domain/money/amount-text';

/** An amount as a Russian reader writes it, e.g. `1 000,00 ₽`: with the decimals of ISO 4217, of which `Intl` lays out the digits. */
export function amountText(amountMinor: bigint, currency: string): string {
  const decimal = decimalText({ amountMinor, currency });
  const digits = decimal.split('.')[1]?.length ?? 0;
  // A decimal text is formatted exactly, however many digits it has; the type does not say so yet.
  const figures = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits }).format(
    decimal as unknown as number,
  );
  return `${figures}\u00a0${CURRENCIES.get(currency)?.sign ?? currency}`;
}
