import { decimalText, moneyText as textOfMoney, parseMinorUnits as minorUnitsOf } from '../../../ui/money';
import { language } from '../texts/texts';

/** An amount in the language of the page, with its zeros, so that columns align. */
export const moneyText = (amount: number, currency: string): string => textOfMoney(amount, currency, language, true);

export { decimalText };

/** How an amount stands in a field: with the point of the language. */
export function fieldText(amount: number, currency: string): string {
  const text = decimalText(amount, currency).replace(/\.0+$/, '');
  return language === 'ru' ? text.replace('.', ',') : text;
}

export const parseMinorUnits = (text: string, currency: string): number | undefined =>
  minorUnitsOf(text, currency, language);

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
