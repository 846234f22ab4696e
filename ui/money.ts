import { decimals, signs } from '../specs/currencies.json';

const DECIMALS: Readonly<Record<string, number>> = decimals;
const SIGNS: Readonly<Record<string, string>> = signs;

const NO_BREAK = '\u00a0';

/**
 * Formats minor units with the decimals of ISO 4217, `1 999 ₽` or, with zeros, `1 999,00 ₽`. `Intl.NumberFormat` uses the
 * decimals of CLDR, and its first call takes 50 ms on a phone.
 */
export function moneyText(amount: number, currency: string, language: string, hasZeros = false): string {
  const [group, point] = language === 'en' ? [',', '.'] : [NO_BREAK, ','];
  const [whole = '', fraction = ''] = decimalText(Math.abs(amount), currency).split('.');
  const isShort = hasZeros ? fraction === '' : !/[1-9]/.test(fraction);
  const figures = whole.replace(/\B(?=(\d{3})+$)/g, group) + (isShort ? '' : point + fraction);
  const minus = amount < 0 ? '-' : '';
  const sign = SIGNS[currency] ?? currency;
  if (language !== 'en') return minus + figures + NO_BREAK + sign;
  return minus + sign + (/\p{L}$/u.test(sign) ? NO_BREAK : '') + figures;
}

/** `-1999.90`, as APIs have amounts. */
export function decimalText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  return (amount < 0 ? '-' : '') + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

export function fractionDigits(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/**
 * Parses `1 999,90`, `1999.9` or, in English, `1,999.90` into minor units; undefined when invalid, too precise or too large.
 */
export function parseMinorUnits(text: string, currency: string, language: string): number | undefined {
  const digits = fractionDigits(currency);
  const plain = text
    .replace(currency, '')
    .replace(SIGNS[currency] ?? '', '')
    .replace(/[\s'’]/g, '');
  const ungrouped = language === 'en' && /^\d{1,3}(,\d{3})+(\.|$)/.test(plain) ? plain.replace(/,/g, '') : plain;
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(ungrouped) ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return whole === '' || fraction.length > digits || !Number.isSafeInteger(amount) ? undefined : amount;
}
