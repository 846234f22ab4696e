import { z } from 'zod';
import type { ShopDraft } from '../../domain/merchants/reference-data/reference-data';
import type { ShopTerms } from '../../domain/merchants/shop/shop-terms';
import { METHOD_LISTS, type PaymentMethod } from '../../domain/payments/payment/payment-tool';
import { paymentRoutes } from './payment-route.schema';
import { inspection } from './inspection.schema';
import { rule } from './problems';
import { feeRule, refundFeeRule } from './fee-rule.schema';
import {
  amount,
  currency,
  currencyAmountsOrNone,
  description,
  duration,
  id,
  name,
  percentage,
} from './primitives.schema';
import { settlement } from './settlement.schema';

const words = z.array(z.string().min(1)).min(1);

/** A payment method in the published form. */
const paymentMethod = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('BankCard'),
    paymentSystems: words,
    tokenProviders: words.optional(),
    tokenProviderData: z
      .strictObject({
        merchantID: z.string().min(1),
        merchantName: z.string().min(1).optional(),
        orderID: z.string().min(1).optional(),
        realm: z.enum(['test', 'live']),
      })
      .optional(),
  }),
  ...Object.entries(METHOD_LISTS).map(([method, list]) => z.strictObject({ method: z.literal(method), [list]: words })),
]) as unknown as z.ZodType<PaymentMethod>;

const amountLimit = z
  .strictObject({ currency, min: amount.optional(), max: amount.optional(), perDay: amount.optional() })
  .refine(({ min = 1, max = Infinity }) => min <= max, rule('minimumAboveMaximum'));

/** A shop's terms, also the defaults of an institution's new shops. */
export const shopTerms = z
  .strictObject({
    routes: paymentRoutes.optional(),
    inspection: inspection.optional(),
    holdLifetime: duration.optional(),
    fee: percentage.optional(),
    fees: z.array(feeRule).min(1).max(100).optional(),
    refundFees: z.array(refundFeeRule).min(1).max(100).optional(),
    refundedFee: z.enum(['kept', 'returned']).optional(),
    disputeLevies: currencyAmountsOrNone.optional(),
    feeCollection: z.enum(['withheld', 'billed']).optional(),
    vatRate: percentage.optional(),
    allocation: z.boolean().optional(),
    recurrent: z.boolean().optional(),
    customersPayByToken: z.boolean().optional(),
    collectBillingAddress: z.boolean().optional(),
    currencies: z.array(currency).min(1).optional(),
    amountLimits: z.array(amountLimit).optional(),
    paymentMethods: z.array(paymentMethod).min(1).optional(),
    settlement: settlement.optional(),
  })
  .transform(({ holdLifetime, fee, vatRate, ...rest }): ShopTerms => ({
    ...rest,
    ...(holdLifetime === undefined ? {} : { holdLifetimeSeconds: holdLifetime }),
    ...(fee === undefined ? {} : { feeBasisPoints: fee }),
    ...(vatRate === undefined ? {} : { vatBasisPoints: vatRate }),
  }));

const isHttpUrl = (text: string): boolean => z.url({ protocol: /^https?$/ }).safeParse(text).success;

export const shop = z
  .strictObject({
    id,
    name,
    description: description.optional(),
    url: z.string().max(1_000).refine(isHttpUrl, rule('notUrl')),
    currency: currency.optional(),
    category: z.int32(),
    contract: id.optional(),
    blocked: z.boolean().optional(),
    terms: shopTerms.optional(),
  })
  .transform(({ url, category, contract, blocked, ...given }): ShopDraft => ({
    ...given,
    description: given.description ?? null,
    categoryID: category,
    contractID: contract,
    locationUrl: url,
    isBlocked: blocked,
  }));
