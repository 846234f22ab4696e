import { Refusal } from '../errors/refusal';
import type { Money } from '../money/money';
import { maxAmountMinor, type AmountCeilings } from '../payment/ceilings';
import { DEFAULT_HOLD_LIFETIME_SECONDS } from '../payment/payment';
import { listBindableMethods, isAccepted, listPaymentMethods, type PaymentMethod } from '../payment/payment-methods';
import type { PaymentToolDetails } from '../payment/payment-tool';
import type { PaymentRoute } from '../payment/routing';

/** What a provider agreed with a shop. All fields may be missing: each has a default. */
export interface ShopTerms {
  /** The connectors that take the shop's payments. Not named: those of the payment institution. */
  routes?: PaymentRoute[];
  holdLifetimeSeconds?: number;
  /** The platform's fee of a captured payment, in hundredths of a percent. */
  feeBasisPoints?: number;
  /** Whether the fee is withheld from what the shop has earned, or billed apart from it. Not named: withheld. */
  feeCollection?: 'withheld' | 'billed';
  /** Payment methods that the shop takes, in the published form. */
  paymentMethods?: PaymentMethod[];
  /** Whether payments may be distributed between shops. Not named: they may not. */
  allocation?: boolean;
  /** Whether payers may be charged again without them: customers, bindings, recurrent payments. Not named: they may. */
  recurrent?: boolean;
  /** Currencies that invoices may be in. Not named: the shop's own. */
  currencies?: string[];
  /** What an invoice may cost in a currency, and what all payments of a day may come to, in minor units. */
  amountLimits?: AmountLimit[];
}

export interface AmountLimit extends AmountCeilings {
  currency: string;
  min?: number;
}

/** How long the shop's holds last, in milliseconds. */
export function holdLifetimeMs(terms: ShopTerms): number {
  return (terms.holdLifetimeSeconds ?? DEFAULT_HOLD_LIFETIME_SECONDS) * 1_000;
}

/** Checks that a shop may ask for so much money. @throws Refusal invoiceTermsViolated */
export function assertWithinTerms({ currency, terms }: { currency: string; terms: ShopTerms }, asked: Money): void {
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

/** In which currency a shop is paid where nothing says it: its own, if its terms take it, or else the first that they take. */
export function currencyOfOpenPrice({ currency, terms }: { currency: string; terms: ShopTerms }): string {
  const [first = currency] = terms.currencies ?? [];
  return terms.currencies?.includes(currency) ? currency : first;
}

/** Checks that a shop takes payments by such a tool. @throws Refusal operationNotPermitted */
export function assertPayableBy({ terms }: { terms: ShopTerms }, tool: PaymentToolDetails): void {
  if (isAccepted(listPaymentMethods(terms), tool)) return;
  throw new Refusal('operationNotPermitted', 'the payment tool is none of the payment methods of the shop');
}

/** Checks that such a tool may be bound to customers of a shop. @throws Refusal invalidPaymentResource */
export function assertBindable({ terms }: { terms: ShopTerms }, tool: PaymentToolDetails): void {
  if (isAccepted(listBindableMethods(terms), tool)) return;
  throw new Refusal('invalidPaymentResource', 'the payment tool is none of the payment methods of the customer');
}

/**
 * Checks that a shop may charge payers again without them: customers, bindings, recurrent payments.
 * @throws Refusal operationNotPermitted
 */
export function assertRecurrentPermitted({ id, terms }: { id: string; terms: ShopTerms }): void {
  if (terms.recurrent ?? true) return;
  throw new Refusal('operationNotPermitted', `the terms of shop ${id} do not allow recurrent payments`);
}
