import { z } from 'zod';
import { isBic } from '../../domain/wallets/destination/schemes/bic';
import { hasIbanCheckDigits } from '../../domain/wallets/destination/schemes/iban';
import { isBik } from '../../domain/wallets/destination/schemes/russia';
import { rule } from './problems';
import { tool } from './payment-route.schema';
import { currency, currencyAmounts, email, id, percentage } from './primitives.schema';

/** About a year of banking days. */
const MAX_DELAY_DAYS = 250;

const delay = z.strictObject({
  tools: z.array(tool).min(1).optional(),
  connectors: z.array(id).min(1).optional(),
  currency: currency.optional(),
  days: z.int().min(0).max(MAX_DELAY_DAYS),
});

const daysUpTo = (last: number) => z.array(z.int().min(1).max(last)).min(1).max(last).optional();

const schedule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.enum(['day', 'manual']) }),
  z.strictObject({ every: z.literal('week'), days: daysUpTo(7) }),
  z.strictObject({ every: z.literal('month'), days: daysUpTo(31) }),
]);

/** Days by the calendar, up to five years. */
const share = z
  .strictObject({ percent: percentage, days: z.int().min(1).max(1_826) })
  .refine(({ percent }) => percent > 0, { ...rule('notPositive'), path: ['percent'] })
  .transform(({ percent, days }) => ({ basisPoints: percent, days }));

const reserve = z.strictObject({
  rolling: share.optional(),
  fixedAmounts: currencyAmounts.optional(),
  afterEnd: share.optional(),
});

const timeZone = z.string().refine(isTimeZone, rule('notTimeZone'));

const words = (max: number) => z.string().trim().min(1).max(max).optional();

/** Bank accounts, one a currency, as files for banks and connectors name them. */
export const payoutAccounts = z
  .array(
    z.strictObject({
      ...{ currency, name: z.string().trim().min(1).max(140) },
      account: z.union([
        z.strictObject({ iban: z.string().refine(hasIbanCheckDigits, rule('notIban')) }),
        z.strictObject({ number: z.string().regex(/^[0-9A-Za-z]{1,34}$/) }),
      ]),
      bic: z
        .string()
        .refine((text) => isBic(text) || isBik(text), rule('notBic'))
        .optional(),
      ...{ bankName: words(100), correspondentAccount: words(34), inn: words(12), kpp: words(9), purpose: words(100) },
      phoneNumber: z
        .string()
        .regex(/^\+79\d{9}$/)
        .optional(),
    }),
  )
  .min(1)
  .max(50)
  .refine(hasOneEach, rule('repeatedCurrency'));

const payoutConnectors = z
  .array(z.strictObject({ currency, connector: id }))
  .min(1)
  .max(50)
  .refine(hasOneEach, rule('repeatedCurrency'));

/** When a shop's money becomes available, and when and how it is paid out. */
export const settlement = z.strictObject({
  delays: z.array(delay).min(1).max(100).optional(),
  schedule: schedule.optional(),
  minimumAmounts: currencyAmounts.optional(),
  keepAmounts: currencyAmounts.optional(),
  reserve: reserve.optional(),
  netAcrossContract: z.boolean().optional(),
  negativeLimits: currencyAmounts.optional(),
  payoutFees: currencyAmounts.optional(),
  monthlyFees: currencyAmounts.optional(),
  calendar: z.enum(['ru', 'target', 'weekends', 'everyDay']).optional(),
  timeZone: timeZone.optional(),
  cutOffHour: z.int().min(0).max(23).optional(),
  payoutAccounts: payoutAccounts.optional(),
  payoutConnectors: payoutConnectors.optional(),
  accountWaitDays: z.int().min(0).max(90).optional(),
  contactEmails: z.array(email).min(1).max(10).optional(),
});

function hasOneEach(given: readonly { currency: string }[]): boolean {
  return new Set(given.map((each) => each.currency)).size === given.length;
}

/** An offset like +03:00 is none: it knows no change of clocks. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '' && /^[a-z]/i.test(timeZone);
  } catch {
    return false;
  }
}
