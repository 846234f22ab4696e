import { decimals, signs } from '../../specs/currencies.json';

const DECIMALS: Readonly<Record<string, number>> = decimals;
const SIGNS: Readonly<Record<string, string>> = signs;

const NO_BREAK = '\u00a0';

/**
 * Minor units as people read them, with the decimals of ISO 4217. It is written without the browser's figures: they round to the
 * decimals of CLDR, and before Chrome has written its first one it looks through all the languages that it has, 50 ms long on a
 * phone, which is half of drawing the card form.
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

/** Minor units as programs write them: `1999.90`. */
export function decimalText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** How many digits a currency has after the point. */
export function fractionDigits(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/**
 * `1 999,90`, `1999.9` or, in English, `1,999.90` as minor units; undefined for what is no amount, or too fine or too large a one.
 */
export function parseMinorUnits(text: string, currency: string, language: string): number | undefined {
  const digits = fractionDigits(currency);
  const plain = text.replace(/[\s'’]/g, '');
  const ungrouped = language === 'en' && /^\d{1,3}(,\d{3})+(\.|$)/.test(plain) ? plain.replace(/,/g, '') : plain;
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(ungrouped) ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return whole === '' || fraction.length > digits || !Number.isSafeInteger(amount) ? undefined : amount;
}

/** Date and time of an event where the payer is. */
export function momentText(moment: string, language: string): string {
  // Many browsers have no Kazakh dates and say that they have; they are written as in Russian there.
  return new Intl.DateTimeFormat(language === 'kk' ? 'ru' : language, {
    // Without the name of a month, which would be in another language.
    dateStyle: language === 'kk' ? 'short' : 'long',
    timeStyle: 'short',
  }).format(new Date(moment));
}
