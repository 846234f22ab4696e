import { invalidField, type Refusal } from '../../platform/errors/refusal';
import { cartTotal, fromRecordedLine, invoiceAmount, type RecordedCartLine } from '../invoice/cart';
import { assertMarkedLines } from '../invoice/marked-lines';
import { assertRandomisable } from '../invoice/randomised-amount';
import { formatAmount } from '../../platform/money/amount-text';
import type { Money } from '../../platform/money/money';
import { isWithinReach } from '../../platform/rfc3339/rfc3339';
import type { InvoiceTemplate, Lifetime, TemplateDetails, TemplatePrice } from './invoice-template';

type Draft = Pick<InvoiceTemplate, 'lifetime' | 'details' | 'randomizeAmount'>;

/**
 * Checks that a template is consistent.
 * @throws Refusal invalidRequest: no lifetime or one above a hundred years, swapped bounds, an amount that cannot be
 * randomised, a marked line as `assertMarkedLines`; invalidInvoiceCart: an empty cart or a total above the largest amount
 */
export function assertSoundTemplate({ lifetime, details, randomizeAmount }: Draft, now: Date): void {
  if (lifetime.days + lifetime.months + lifetime.years === 0) throw refused('lifetime', 'must be longer than nothing');
  if (!isWithinReach(computeDueDate(lifetime, now), now))
    throw refused('lifetime', 'must not be longer than a hundred years');
  if (details.type === 'multiLine') {
    const cart = details.cart.map(fromRecordedLine);
    invoiceAmount({ cart });
    assertMarkedLines(cart, 'body.details.cart');
    if (randomizeAmount) assertRandomisable(cart);
    return;
  }
  const { price } = details;
  if (price.type === 'range' && price.lowerBound > price.upperBound) {
    throw refused('details.price.range', 'lowerBound must not be above upperBound');
  }
}

/** Computes the due date of a new invoice: years and months by the calendar (the last day of a shorter month), then days. */
export function computeDueDate({ days, months, years }: Lifetime, now: Date): Date {
  const due = new Date(now);
  const day = due.getUTCDate();
  due.setUTCDate(1);
  due.setUTCMonth(due.getUTCMonth() + months + 12 * years);
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
  due.setUTCDate(Math.min(day, lastDay) + days);
  return due;
}

/** Returns the template's currency; undefined for an open price. */
export function templateCurrency(details: TemplateDetails): string | undefined {
  if (details.type === 'multiLine') return details.currency;
  return details.price.type === 'unlimited' ? undefined : details.price.currency;
}

/** The price that a payer offers. */
export interface RequestedPrice {
  amountMinor?: bigint | undefined;
  currency?: string | undefined;
}

/**
 * Determines the price of an invoice before it is randomised.
 * @throws Refusal invalidRequest: an amount without currency or vice versa, a price that the template does not allow, or no
 * price where the template leaves it open
 */
export function templatePrice(details: TemplateDetails, requested: RequestedPrice): Money {
  const given = parseMoney(requested);
  if (details.type === 'singleLine') return singlePrice(details.price, given);
  const amountMinor = cartTotal(details.cart.map(fromRecordedLine));
  return requireEqual({ amountMinor, currency: details.currency }, given);
}

function singlePrice(price: TemplatePrice, given: Money | undefined): Money {
  switch (price.type) {
    case 'fixed':
      return requireEqual({ amountMinor: BigInt(price.amount), currency: price.currency }, given);
    case 'range': {
      const { amountMinor, currency } = requirePrice(given);
      if (currency !== price.currency) throw refused('currency', `must be ${price.currency}`);
      if (amountMinor < BigInt(price.lowerBound) || amountMinor > BigInt(price.upperBound)) {
        throw refused('amount', `must be from ${price.lowerBound} to ${price.upperBound}`);
      }
      return { amountMinor, currency };
    }
    case 'unlimited':
      return requirePrice(given);
  }
}

function parseMoney({ amountMinor, currency }: RequestedPrice): Money | undefined {
  if (amountMinor === undefined && currency === undefined) return undefined;
  if (amountMinor === undefined) throw refused('amount', 'is required where currency is given');
  if (currency === undefined) throw refused('currency', 'is required where amount is given');
  return { amountMinor, currency };
}

function requireEqual(price: Money, given: Money | undefined): Money {
  if (!given) return price;
  if (given.currency !== price.currency) throw refused('currency', `must be ${price.currency}`);
  if (given.amountMinor !== price.amountMinor)
    throw refused('amount', `must be ${price.amountMinor} (minor units: ${formatAmount(price)})`);
  return price;
}

function requirePrice(given: Money | undefined): Money {
  if (!given) throw refused('amount', 'is required: the template does not name the price');
  return given;
}

const MAX_PRODUCT = 100;

/** Derives the invoice's product: the template's own, or the first of several, cut to the maximum length. */
export function templateProduct(details: TemplateDetails): string {
  const product = details.type === 'singleLine' ? details.product : (details.cart[0]?.product ?? '');
  const isOneOfMany = details.type === 'multiLine' && details.cart.length > 1;
  const ending = isOneOfMany ? ' и др.' : '';
  const letters = [...product];
  const maxLength = MAX_PRODUCT - ending.length;
  return letters.length <= maxLength ? product + ending : `${letters.slice(0, maxLength - 1).join('')}…${ending}`;
}

/** Builds an invoice's cart: the template's own, or one piece of its product. */
export function templateCart(details: TemplateDetails, price: Money): RecordedCartLine[] {
  if (details.type === 'multiLine') return details.cart;
  const { product, taxRate } = details;
  return [{ product, quantity: 1, price: Number(price.amountMinor), ...(taxRate ? { taxRate } : {}) }];
}

const refused = (field: string, problem: string): Refusal => invalidField(`body.${field}`, problem);
