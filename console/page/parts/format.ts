import { decimals, signs } from '../../../specs/currencies.json';
import { language } from '../texts/texts';

const DECIMALS: Readonly<Record<string, number>> = decimals;
const SIGNS: Readonly<Record<string, string>> = signs;
const NO_BREAK = '\u00a0';

function fractionDigits(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/** Formats minor units with the decimals of the platform's table; `Intl` has other ones for some currencies. */
export function moneyText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // As text, because a large amount divided by 100 is no exact number.
  const text = number.format(decimalText(amount, currency) as unknown as number);
  return `${text}${NO_BREAK}${SIGNS[currency] ?? currency}`;
}

export function decimalText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

/** How an amount stands in a field: with the point of the language. */
export function fieldText(amount: number, currency: string): string {
  const text = decimalText(amount, currency).replace(/\.0+$/, '');
  return language === 'ru' ? text.replace('.', ',') : text;
}

/** Parses `1 999,90` or `1,999.90`; undefined when invalid, too precise or too large. */
export function parseMinorUnits(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const plain = [currency, SIGNS[currency] ?? ''].reduce(
    (rest, sign) => rest.replace(sign, ''),
    text.replace(/[\s'’]/g, ''),
  );
  const ungrouped = language === 'en' && /^\d{1,3}(,\d{3})+(\.|$)/.test(plain) ? plain.replace(/,/g, '') : plain;
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(ungrouped) ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return whole === '' || fraction.length > digits || !Number.isSafeInteger(amount) ? undefined : amount;
}

const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
const counts = new Intl.NumberFormat(language);

export const momentText = (moment: string): string => moments.format(new Date(moment));
export const exactMomentText = (moment: string): string => seconds.format(new Date(moment));
/** A day of a calendar, such as `2026-11-25`. */
export const dayText = (day: string): string => days.format(new Date(day));
export const percentText = (rate: number | undefined): string => (rate === undefined ? '—' : percents.format(rate));
export const countText = (count: number): string => counts.format(count);
