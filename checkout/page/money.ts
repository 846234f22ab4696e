import { decimals, signs } from '../../specs/currencies.json';

const DECIMALS: Readonly<Record<string, number>> = decimals;
const SIGNS: Readonly<Record<string, string>> = signs;

const NO_BREAK = '\u00a0';

/**
 * Formats minor units with the decimals of ISO 4217. `Intl.NumberFormat` uses the decimals of CLDR, and its first call takes
 * 50 ms on a phone.
 */
export function moneyText(amount: number, currency: string, language: string): string {
  const digits = fractionDigits(currency);
  const [group, point] = language === 'en' ? [',', '.'] : [NO_BREAK, ','];
  const fraction = amount % 10 ** digits;
  const whole = String((amount - fraction) / 10 ** digits).replace(/\B(?=(\d{3})+$)/g, group);
  const figures = fraction === 0 ? whole : whole + point + String(fraction).padStart(digits, '0');
  const sign = SIGNS[currency] ?? currency;
  if (language !== 'en') return figures + NO_BREAK + sign;
  return sign + (/\p{L}$/u.test(sign) ? NO_BREAK : '') + figures;
}

export function decimalText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function fractionDigits(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/**
 * Parses `1 999,90`, `1999.9` or, in English, `1,999.90` into minor units; undefined when invalid, too precise or too large.
 */
export function parseMinorUnits(text: string, currency: string, language: string): number | undefined {
  const digits = fractionDigits(currency);
  const plain = text.replace(/[\s'’]/g, '');
  const ungrouped = language === 'en' && /^\d{1,3}(,\d{3})+(\.|$)/.test(plain) ? plain.replace(/,/g, '') : plain;
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(ungrouped) ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return whole === '' || fraction.length > digits || !Number.isSafeInteger(amount) ? undefined : amount;
}

export function momentText(moment: string, language: string): string {
  // Many browsers claim to support Kazakh dates but do not; dates are formatted as in Russian.
  return new Intl.DateTimeFormat(language === 'kk' ? 'ru' : language, {
    // Omits the month's name, which would be in Russian.
    dateStyle: language === 'kk' ? 'short' : 'long',
    timeStyle: 'short',
  }).format(new Date(moment));
}
