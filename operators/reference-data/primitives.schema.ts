import { alpha3ToAlpha2 } from 'i18n-iso-countries';
import { z } from 'zod';
import { isCurrency } from '../../domain/platform/currency/currency';
import { parseRfc3339 } from '../../domain/platform/rfc3339/rfc3339';
import { rule } from './problems';

export const id = z.string().min(1).max(40);
export const name = z.string().min(1).max(100);
export const description = z.string().min(1).max(1_000);
export const email = z.email().max(100);
export const amount = z.int().min(1);

/** Withdrawn currencies are allowed, because existing shops still refund in them. */
export const currency = z.string().refine(isCurrency, rule('notCurrency'));

/** One amount for each currency, in minor units. */
export const currencyAmounts = amountsFrom(1);
export const currencyAmountsOrNone = amountsFrom(0);

function amountsFrom(least: 0 | 1) {
  return z
    .array(z.strictObject({ currency, amount: z.int().min(least) }))
    .min(1)
    .max(50);
}

export const country = z
  .string()
  .refine((code) => alpha3ToAlpha2(code) !== undefined && code === code.toUpperCase(), rule('notCountry'));

/** YAML dates are text; a time without a zone is ambiguous. */
export const moment = z.string().transform((text, context) => {
  const read = parseRfc3339(text);
  if (read) return read;
  context.addIssue({ code: 'custom', ...rule('notMoment') });
  return z.NEVER;
});

const DURATION = /^(\d+)(s|m|h|d)$/;
const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** `30s`, `15m`, `12h` or `7d`, in seconds. */
export const duration = z
  .string()
  .refine((text) => DURATION.test(text), { ...rule('notDuration'), abort: true })
  .transform((text) => {
    const [, count, unit] = DURATION.exec(text) ?? [];
    return Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
  });

/** `2.5%`, in hundredths of a percent. */
export const percentage = z
  .string()
  .refine((text) => /^(100|\d{1,2}(\.\d{1,2})?)%$/.test(text), { ...rule('notPercentage'), abort: true })
  .transform((text) => Math.round(Number(text.slice(0, -1)) * 100));
