import { z } from 'zod';
import { amount, currency, id } from './primitives.schema';

/** The published names of payment methods. */
export const tool = z.enum(['BankCard', 'PaymentTerminal', 'DigitalWallet', 'CryptoWallet', 'MobileCommerce']);

const paymentRoute = z
  .strictObject({
    connector: id,
    tools: z.array(tool).min(1).optional(),
    currencies: z.array(currency).min(1).optional(),
    minAmount: amount.optional(),
    maxAmount: amount.optional(),
  })
  .refine(({ minAmount = 1, maxAmount = Infinity }) => minAmount <= maxAmount, 'minAmount is above maxAmount');

/** Routes of payments, in the order of attempts. */
export const paymentRoutes = z.array(paymentRoute).min(1);
