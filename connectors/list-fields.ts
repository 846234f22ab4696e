import { z } from 'zod';
import { isCurrency } from '../domain/platform/currency/currency';
import { parseRfc3339 } from '../domain/platform/rfc3339/rfc3339';

/*
 * Schemas of list fields. Values that the database cannot store must not block the rest of a window. Messages never repeat
 * a value.
 */

/** An id of 1–200 printable characters. */
export const listedName = z.string().regex(/^\P{C}{1,200}$/u, 'is not an id of 1 to 200 printable characters');

/** An amount in minor units, possibly zero. */
export const listedAmount = z
  .number()
  .refine((amount) => Number.isSafeInteger(amount) && amount >= 0, 'is not an amount in minor units');

/** A known currency code. */
export const listedCurrency = z.string().refine(isCurrency, 'is not a currency of ISO 4217');

/** An RFC 3339 time. */
export const listedMoment = z.string().transform((text, context) => {
  const moment = parseRfc3339(text);
  if (moment) return moment;
  context.issues.push({ code: 'custom', message: 'is not an RFC 3339 time', input: undefined });
  return z.NEVER;
});
