import { Refusal } from '../../platform/errors/refusal';
import type { FeeRule } from '../fee/fee-rules';
import { formatAmount } from '../../platform/money/amount-text';
import type { Money } from '../../platform/money/money';
import type { InspectionRule } from '../../payments/inspection/inspection-rule';
import { maxAmountMinor, type AmountCeilings } from '../../payments/payment/ceilings';
import { DEFAULT_HOLD_LIFETIME_SECONDS } from '../../payments/payment/payment';
import { listBindableMethods, isAccepted, listPaymentMethods } from '../../payments/payment/payment-methods';
import type { PaymentMethod, PaymentToolDetails } from '../../payments/payment/payment-tool';
import type { PaymentRoute } from '../../payments/payment/routing';
import { getAmountMinor, type CurrencyAmount, type SettlementTerms } from '../settlement/settlement-terms';

/** A shop's terms. Every field has a default. */
export interface ShopTerms {
  /** Default: the routes of the payment institution. */
  routes?: PaymentRoute[];
  /** Rules before authorisation, of which the first that applies decides. Default: those of the payment institution. */
  inspection?: InspectionRule[];
  holdLifetimeSeconds?: number;
  /** The fee of a captured payment without a matching rule, in hundredths of a percent. */
  feeBasisPoints?: number;
  /** Fees of captured payments; the first matching rule applies. */
  fees?: FeeRule[];
  /** Fees of refunds; the first matching rule applies. Default: none. */
  refundFees?: FeeRule[];
  /** Whether the fee of a refunded payment stays with the platform or is returned in proportion. Default: kept. */
  refundedFee?: 'kept' | 'returned';
  /** What a dispute costs the shop by currency, in minor units, whatever its acquirer states. Default: what that states, or nothing. */
  disputeLevies?: CurrencyAmount[];
  /** Whether fees, except for disputes, are withheld from what the shop is owed or billed separately. Default: withheld. */
  feeCollection?: 'withheld' | 'billed';
  /** The rate of the VAT that fees include, in hundredths of a percent. Default: none. */
  vatBasisPoints?: number;
  /** Accepted payment methods, in the published form. */
  paymentMethods?: PaymentMethod[];
  /** Whether payments may be distributed between shops. Default: no. */
  allocation?: boolean;
  /** Whether payers may be charged without their presence: customers, bindings, recurrent payments. Default: yes. */
  recurrent?: boolean;
  /** Whether the holder of an invoice's access token may pay as a customer of the shop. Default: no. */
  customersPayByToken?: boolean;
  /** Whether the payment page asks for the billing address of a card, which 3-D Secure 2 compares. Default: no. */
  collectBillingAddress?: boolean;
  /** Currencies of invoices. Default: the shop's own. */
  currencies?: string[];
  /** Limits of an invoice and of a day's payments by currency, in minor units. */
  amountLimits?: AmountLimit[];
  /** When the shop's money becomes available, and when and how it is paid out. */
  settlement?: SettlementTerms;
}

export interface AmountLimit extends AmountCeilings {
  currency: string;
  min?: number;
}

export function holdLifetimeMs(terms: ShopTerms): number {
  return (terms.holdLifetimeSeconds ?? DEFAULT_HOLD_LIFETIME_SECONDS) * 1_000;
}

/** What a dispute in a currency costs the shop; its acquirer's levy only if the terms name none. */
export function getDisputeLevyMinor(
  { disputeLevies = [] }: ShopTerms,
  { currency, statedMinor }: { currency: string; statedMinor: bigint | null },
): bigint {
  return getAmountMinor(disputeLevies, currency, statedMinor ?? 0n);
}

/** Checks that an invoice fits the shop's terms. @throws Refusal invoiceTermsViolated */
export function assertWithinTerms({ currency, terms }: { currency: string; terms: ShopTerms }, price: Money): void {
  const currencies = terms.currencies ?? [currency];
  if (!currencies.includes(price.currency)) {
    throw new Refusal('invoiceTermsViolated', `shop takes ${currencies.join(', ')}, not ${price.currency}`, {
      place: 'currency',
    });
  }
  const limit = terms.amountLimits?.find((each) => each.currency === price.currency);
  const isTooSmall = limit?.min !== undefined && price.amountMinor < BigInt(limit.min);
  const maxMinor = maxAmountMinor(limit);
  if (!isTooSmall && price.amountMinor <= maxMinor) return;
  throw new Refusal(
    'invoiceTermsViolated',
    `shop takes from ${formatAmount({ ...price, amountMinor: BigInt(limit?.min ?? 1) })} to ${formatAmount({ ...price, amountMinor: maxMinor })}`,
    {
      place: 'amount',
    },
  );
}

/** Returns the currency of an open price: the shop's own if its terms allow it, else the first allowed one. */
export function getOpenPriceCurrency({ currency, terms }: { currency: string; terms: ShopTerms }): string {
  const [first = currency] = terms.currencies ?? [];
  return terms.currencies?.includes(currency) ? currency : first;
}

/** Checks that a shop accepts a payment tool. @throws Refusal operationNotPermitted */
export function assertPayableBy({ terms }: { terms: ShopTerms }, tool: PaymentToolDetails): void {
  if (isAccepted(listPaymentMethods(terms), tool)) return;
  throw new Refusal('operationNotPermitted', 'the payment tool is none of the payment methods of the shop');
}

/** Checks that customers of a shop may bind a tool. @throws Refusal invalidPaymentResource */
export function assertBindable({ terms }: { terms: ShopTerms }, tool: PaymentToolDetails): void {
  if (isAccepted(listBindableMethods(terms), tool)) return;
  throw new Refusal('invalidPaymentResource', 'the payment tool is none of the payment methods of the customer');
}

/**
 * Checks that a shop may charge payers without their presence.
 * @throws Refusal operationNotPermitted
 */
export function assertRecurrentPermitted({ id, terms }: { id: string; terms: ShopTerms }): void {
  if (terms.recurrent ?? true) return;
  throw new Refusal('operationNotPermitted', `the terms of shop ${id} do not allow recurrent payments`);
}

/**
 * Checks that the holder of an invoice's access token, which is in a browser, may charge the saved card of a customer.
 * @throws Refusal operationNotPermitted
 */
export function assertPayableByToken(shopID: string, terms: ShopTerms | undefined): void {
  if (terms?.customersPayByToken) return;
  const words = `the terms of shop ${shopID} do not allow CustomerPayer with an access token: pay with an API key`;
  throw new Refusal('operationNotPermitted', words);
}
