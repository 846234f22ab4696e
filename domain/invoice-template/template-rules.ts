import { Refusal } from '../errors/refusal';
import { cartTotal, invoiceAmount, type CartLine, type RecordedCartLine } from '../invoice/cart';
import { assertRandomisable } from '../invoice/randomised-amount';
import type { Money } from '../money/money';
import { isWithinReach } from '../rfc3339/rfc3339';
import type { InvoiceTemplate, Lifetime, TemplateDetails, TemplatePrice } from './invoice-template';

type Draft = Pick<InvoiceTemplate, 'lifetime' | 'details' | 'randomizeAmount'>;

/**
 * Checks what a template says against itself.
 * @throws Refusal invalidRequest: no lifetime or one that no invoice may have, bounds the wrong way round, an amount that cannot be
 * randomised;
 * invalidInvoiceCart: no lines, or more than an amount can be
 */
export function assertSoundTemplate({ lifetime, details, randomizeAmount }: Draft, now: Date): void {
  if (lifetime.days + lifetime.months + lifetime.years === 0) throw refused('lifetime', 'must be longer than nothing');
  if (!isWithinReach(computeDueDate(lifetime, now), now))
    throw refused('lifetime', 'must not be longer than a hundred years');
  if (details.type === 'multiLine') {
    const cart = details.cart.map(reckonedLine);
    invoiceAmount({ cart });
    if (randomizeAmount) assertRandomisable(cart);
    return;
  }
  const { price } = details;
  if (price.type === 'range' && price.lowerBound > price.upperBound) {
    throw refused('details.price.range', 'lowerBound must not be above upperBound');
  }
}

/** When an invoice that is made now has to be paid: years and months by the calendar (the last day of a shorter month), then days. */
export function computeDueDate({ days, months, years }: Lifetime, now: Date): Date {
  const due = new Date(now);
  const day = due.getUTCDate();
  due.setUTCDate(1);
  due.setUTCMonth(due.getUTCMonth() + months + 12 * years);
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
  due.setUTCDate(Math.min(day, lastDay) + days);
  return due;
}

/** The currency that a template names; undefined where it leaves the price open. */
export function templateCurrency(details: TemplateDetails): string | undefined {
  if (details.type === 'multiLine') return details.currency;
  return details.price.type === 'unlimited' ? undefined : details.price.currency;
}

/** What a payer gives for an invoice of a template. */
export interface AskedPrice {
  amountMinor?: bigint | undefined;
  currency?: string | undefined;
}

/**
 * What an invoice of a template costs, before it is randomised.
 * @throws Refusal invalidRequest: amount without currency or the other way round, one that the template does not allow,
 * or none where the template leaves the price open
 */
export function templatePrice(details: TemplateDetails, asked: AskedPrice): Money {
  const given = askedMoney(asked);
  if (details.type === 'multiLine') {
    return exactly({ amountMinor: cartTotal(details.cart.map(reckonedLine)), currency: details.currency }, given);
  }
  return singlePrice(details.price, given);
}

function singlePrice(price: TemplatePrice, given: Money | undefined): Money {
  switch (price.type) {
    case 'fixed':
      return exactly({ amountMinor: BigInt(price.amount), currency: price.currency }, given);
    case 'range': {
      const { amountMinor, currency } = required(given);
      if (currency !== price.currency) throw refused('currency', `must be ${price.currency}`);
      if (amountMinor < BigInt(price.lowerBound) || amountMinor > BigInt(price.upperBound)) {
        throw refused('amount', `must be from ${price.lowerBound} to ${price.upperBound}`);
      }
      return { amountMinor, currency };
    }
    case 'unlimited':
      return required(given);
  }
}

function askedMoney({ amountMinor, currency }: AskedPrice): Money | undefined {
  if (amountMinor === undefined && currency === undefined) return undefined;
  if (amountMinor === undefined) throw refused('amount', 'is required where currency is given');
  if (currency === undefined) throw refused('currency', 'is required where amount is given');
  return { amountMinor, currency };
}

function exactly(price: Money, given: Money | undefined): Money {
  if (!given) return price;
  if (given.currency !== price.currency) throw refused('currency', `must be ${price.currency}`);
  if (given.amountMinor !== price.amountMinor) throw refused('amount', `must be ${price.amountMinor}`);
  return price;
}

function required(given: Money | undefined): Money {
  if (!given) throw refused('amount', 'is required: the template does not name the price');
  return given;
}

const MAX_PRODUCT = 100;

/** The invoice's product: the template's own, or the first of several, cut to what an invoice's product may have. */
export function templateProduct(details: TemplateDetails): string {
  const product = details.type === 'singleLine' ? details.product : (details.cart[0]?.product ?? '');
  const isOneOfMany = details.type === 'multiLine' && details.cart.length > 1;
  const ending = isOneOfMany ? ' и др.' : '';
  const letters = [...product];
  const room = MAX_PRODUCT - ending.length;
  return letters.length <= room ? product + ending : `${letters.slice(0, room - 1).join('')}…${ending}`;
}

/** The cart of an invoice that costs so much: the template's own, or one piece of its product. */
export function templateCart(details: TemplateDetails, price: Money): RecordedCartLine[] {
  if (details.type === 'multiLine') return details.cart;
  const { product, taxRate } = details;
  return [{ product, quantity: 1, price: Number(price.amountMinor), ...(taxRate ? { taxRate } : {}) }];
}

function reckonedLine({ product, quantity, price, taxRate }: RecordedCartLine): CartLine {
  return { product, quantity: BigInt(quantity), priceMinor: BigInt(price), ...(taxRate ? { taxRate } : {}) };
}

function refused(place: string, problem: string): Refusal {
  return new Refusal('invalidRequest', `body.${place}: ${problem}`, { place: `body.${place}` });
}
