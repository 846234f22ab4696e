import { z } from 'zod';
import { isCurrency } from '../domain/currency/currency';
import { parseRfc3339 } from '../domain/rfc3339/rfc3339';

/*
 * The fields of lists as they are checked before anything is compared: what the record could not even keep, such as a name with a
 * control character, must not keep the rest of a window from it. No message repeats a value.
 */

/** A name: 1–200 characters that can be shown. */
export const listedName = z.string().regex(/^\P{C}{1,200}$/u, 'is no name of 1 to 200 characters that can be shown');

/** An amount of the smallest unit, which may be nothing. */
export const listedAmount = z
  .number()
  .refine((amount) => Number.isSafeInteger(amount) && amount >= 0, 'is no amount in minor units');

/** A currency that there is, in capital letters. */
export const listedCurrency = z.string().refine(isCurrency, 'is no currency of ISO 4217');

/** A moment of the calendar, as RFC 3339 writes it. */
export const listedMoment = z.string().transform((text, context) => {
  const moment = parseRfc3339(text);
  if (moment) return moment;
  context.issues.push({ code: 'custom', message: 'is no moment of RFC 3339', input: undefined });
  return z.NEVER;
});
