/** An amount as a Russian reader writes it, e.g. `1 000,00 ₽`. */
export function amountText(amountMinor: bigint, currency: string): string {
  const format = new Intl.NumberFormat('ru-RU', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const text = amountMinor.toString().padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  // A decimal text is formatted exactly, however many digits it has; the type does not say so yet.
  return format.format(decimal as unknown as number);
}
