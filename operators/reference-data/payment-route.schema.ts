import { z } from 'zod';
import { METHODS } from '../../domain/payments/payment/payment-tool';
import { rule } from './problems';
import { amount, currency, id } from './primitives.schema';

/** The published names of payment methods. */
export const tool = z.enum(Object.values(METHODS));

/** The place of a route among those that match. */
export const rank = {
  priority: z.int().min(0).max(1_000).optional(),
  weight: z.int().min(1).max(1_000_000).optional(),
};

const paymentRoute = z
  .strictObject({
    connector: id,
    ...rank,
    tools: z.array(tool).min(1).optional(),
    currencies: z.array(currency).min(1).optional(),
    minAmount: amount.optional(),
    maxAmount: amount.optional(),
  })
  .refine(({ minAmount = 1, maxAmount = Infinity }) => minAmount <= maxAmount, rule('minimumAboveMaximum'));

/** Refuses routes of one priority of which only some have a weight. */
export function checkWeights(
  routes: readonly { priority?: number | undefined; weight?: number | undefined }[],
  context: z.RefinementCtx,
): void {
  for (const [place, { priority = 0, weight }] of routes.entries()) {
    const isMixed =
      weight === undefined && routes.some((each) => each.weight !== undefined && (each.priority ?? 0) === priority);
    if (!isMixed) continue;
    context.addIssue({ code: 'custom', path: [place], ...rule('weightMissing', [String(priority)]) });
  }
}

/** Routes of payments, in the order of attempts. */
export const paymentRoutes = z.array(paymentRoute).min(1).superRefine(checkWeights);
