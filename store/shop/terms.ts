import { Refusal } from '../../domain/errors/refusal';
import type { Money } from '../../domain/money/money';
import { bindableMethodsOf, isAccepted, paymentMethodsOf } from '../../domain/payment/payment-methods';
import type { PaymentToolDetails } from '../../domain/payment/payment-tool';
import { maxAmountMinor } from '../../domain/payment/ceilings';
import type { Shop } from './shop.queries';

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
  const largestMinor = maxAmountMinor(limit);
  if (!isTooSmall && asked.amountMinor <= largestMinor) return;
  throw new Refusal('invoiceTermsViolated', `shop takes from ${limit?.min ?? 1} to ${largestMinor}`, {
    place: 'amount',
  });
}

/** Checks that a shop takes payments by such a tool. @throws Refusal operationNotPermitted */
export function assertPayableBy({ terms }: Shop, tool: PaymentToolDetails): void {
  if (isAccepted(paymentMethodsOf(terms), tool)) return;
  throw new Refusal('operationNotPermitted', 'the payment tool is none of the payment methods of the shop');
}

/** Checks that such a tool may be bound to customers of a shop. @throws Refusal invalidPaymentResource */
export function assertBindable({ terms }: Shop, tool: PaymentToolDetails): void {
  if (isAccepted(bindableMethodsOf(terms), tool)) return;
  throw new Refusal('invalidPaymentResource', 'the payment tool is none of the payment methods of the customer');
}
