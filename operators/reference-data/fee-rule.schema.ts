import { z } from 'zod';
import type { FeeRule } from '../../domain/merchants/fee/fee-rules';
import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import { rule } from './problems';
import { tool } from './payment-route.schema';
import { currency, id, moment, percentage } from './primitives.schema';

const minorUnits = z.int().min(0);
const date = moment.transform((at) => rfc3339Text(at));

const tier = z
  .strictObject({ from: minorUnits, percent: percentage })
  .transform(({ from, percent }) => ({ from, basisPoints: percent }));

type Given = z.output<typeof fields>;

const fields = z.strictObject({
  tools: z.array(tool).min(1).optional(),
  connectors: z.array(id).min(1).optional(),
  currency: currency.optional(),
  validFrom: date.optional(),
  validUntil: date.optional(),
  percent: percentage.optional(),
  tiers: z.array(tier).min(1).max(20).optional(),
  fixed: minorUnits.optional(),
  minimum: minorUnits.optional(),
  maximum: minorUnits.optional(),
});

/** A fee by tool, currency, connector and date. */
export const feeRule = fields
  .refine(({ percent, tiers, fixed }) => percent !== undefined || tiers || fixed !== undefined, rule('emptyFee'))
  .refine(({ percent, tiers }) => percent === undefined || !tiers, rule('percentAndTiers'))
  .refine((given) => given.currency !== undefined || !hasAmounts(given), {
    ...rule('currencyMissing'),
    path: ['currency'],
  })
  .refine(({ minimum = 0, maximum = Infinity }) => minimum <= maximum, rule('minimumAboveMaximum'))
  .refine(({ tiers = [] }) => tiers.every(({ from }, place) => place === 0 || from > (tiers[place - 1]?.from ?? 0)), {
    ...rule('tiersNotAscending'),
    path: ['tiers'],
  })
  .refine(({ tiers }) => (tiers?.[0]?.from ?? 0) === 0, { ...rule('tiersNotFromZero'), path: ['tiers'] })
  .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || new Date(validFrom) < new Date(validUntil), {
    ...rule('startNotBeforeEnd'),
  })
  .transform(({ percent, ...given }): FeeRule => ({
    ...given,
    ...(percent !== undefined && { basisPoints: percent }),
  }));

/** Turnover does not count for refunds. */
export const refundFeeRule = feeRule.refine(({ tiers }) => !tiers, { ...rule('tiersOfRefund'), path: ['tiers'] });

function hasAmounts({ tiers, fixed, minimum, maximum }: Given): boolean {
  return [tiers, fixed, minimum, maximum].some((each) => each !== undefined);
}
