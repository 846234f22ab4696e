import { z } from 'zod';
import { MAX_REVIEW_MINUTES } from '../../domain/payments/inspection/review';
import { amount, country, currency, id } from './primitives.schema';
import { tool } from './payment-route.schema';
import { rule } from './problems';

const MAX_VALUES = 200;
const MAX_WINDOW_MINUTES = 7 * 1_440;

const listOf = <Item extends z.ZodType>(item: Item): z.ZodOptional<z.ZodArray<Item>> =>
  z.array(item).min(1).max(MAX_VALUES).optional();
const text = z.string().min(1).max(1_000);

/** An address or a network (CIDR). */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const velocity = z
  .strictObject({
    by: z.enum(['card', 'email', 'phone', 'ip', 'device', 'shop']),
    windowMinutes: z.int().min(1).max(MAX_WINDOW_MINUTES),
    attempts: z.int().min(1).max(1_000_000).optional(),
    amount: amount.optional(),
  })
  .refine((given) => given.attempts !== undefined || given.amount !== undefined, {
    ...rule('required'),
    path: ['attempts'],
  });

const inspectionRule = z
  .strictObject({
    id,
    action: z.enum(['allow', 'reject', 'review', 'exempt', 'ask', 'force']),
    reviewMinutes: z.int().min(1).max(MAX_REVIEW_MINUTES).optional(),
    emails: listOf(text.regex(/^[^@\s]*@[^@\s]+$/).transform((address) => address.toLowerCase())),
    phones: listOf(text.transform((number) => number.replace(/\D/g, ''))),
    ips: listOf(network),
    devices: listOf(text),
    bins: listOf(z.string().regex(/^\d{4,8}$/)),
    cards: listOf(text),
    countries: listOf(country),
    ipCountries: listOf(country),
    countryMismatch: z.boolean().optional(),
    cardCountries: listOf(country),
    cardCountryMismatch: z.boolean().optional(),
    tools: z.array(tool).min(1).optional(),
    currencies: z.array(currency).min(1).optional(),
    minAmount: amount.optional(),
    maxAmount: amount.optional(),
    velocity: velocity.optional(),
  })
  .refine(({ minAmount = 1, maxAmount = Infinity }) => minAmount <= maxAmount, rule('minimumAboveMaximum'))
  .refine(
    (given) => given.action === 'review' || given.reviewMinutes === undefined,
    rule('unknownField', ['reviewMinutes']),
  );

/** Rules before authorisation, in their order. */
export const inspection = z
  .array(inspectionRule)
  .max(100)
  .superRefine((rules, context) => {
    for (const [place, { id: name }] of rules.entries()) {
      if (rules.findIndex((each) => each.id === name) === place) continue;
      context.addIssue({ code: 'custom', path: [place, 'id'], ...rule('alreadyDefined') });
    }
  });
