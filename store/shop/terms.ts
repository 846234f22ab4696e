import { Refusal } from '../../domain/errors/refusal';
import type { Money } from '../../domain/money/money';
import type { Shop } from './shops';

/** Checks that a shop may ask for so much money. @throws Refusal invoiceTermsViolated */
export function assertWithinTerms({ currency, terms }: Shop, asked: Money): void {
  const currencies = terms.currencies ?? [currency];
  if (!currencies.includes(asked.currency)) {
    throw new Refusal('invoiceTermsViolated', `shop takes ${currencies.join(', ')}, not ${asked.currency}`, {
      place: 'currency',
    });
  }
  const limit = terms.amountLimits?.find((each) => each.currency === asked.currency);
  const isTooSmall = limit?.min !== undefined && asked.amountMinor < BigInt(limit.min);
  const isTooLarge = limit?.max !== undefined && asked.amountMinor > BigInt(limit.max);
  if (!isTooSmall && !isTooLarge) return;
  throw new Refusal('invoiceTermsViolated', `shop takes from ${limit?.min ?? 1} to ${limit?.max ?? 'any amount'}`, {
    place: 'amount',
  });
}
