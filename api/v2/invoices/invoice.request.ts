import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { cartTotal, serialiseCart, invoiceAmount, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { AmountRandomized } from '../../../domain/payments/invoice/invoice';
import { assertMarkedLines } from '../../../domain/payments/invoice/marked-lines';
import {
  assertRandomisable,
  randomiseAmount,
  type RandomiseRules,
} from '../../../domain/payments/invoice/randomised-amount';
import { amountFromWire, amountToWire } from '../../../domain/platform/money/money';
import type { InvoiceRequest } from '../../../store/payments/invoice/invoice.create';
import type { NewInvoice } from '../../../store/payments/invoice/new-invoice';
import { allocationRequests } from '../shared/allocation';
import { reckonedCart, recordedCart } from '../shared/cart';
import type { InvoiceParams } from './invoice.types';
import { random, randomiseRules } from './randomize-amount';

/** A request for an invoice. Its external id is compared before the request is validated. */
export function invoiceRequest(partyID: string, body: InvoiceParams): InvoiceRequest {
  const { externalID } = body;
  return { partyID, externalID, compared: comparedFields(body), draft: () => newInvoice(partyID, body) };
}

/** The compared fields: omitted ones count as their defaults, and the amount of a cart as given. */
function comparedFields(body: InvoiceParams): object {
  const { shopID, currency, product, description, bankAccount, metadata, clientInfo, randomizeAmount } = body;
  const cart = body.cart && recordedCart(body.cart);
  const amountOfCart = cart && cartTotal(reckonedCart(cart));
  return {
    ...{ shopID, currency, product, description, bankAccount, metadata, clientInfo },
    dueDate: parseRfc3339(body.dueDate) ?? body.dueDate,
    amountMinor: body.amount === undefined ? amountOfCart : amountFromWire(body.amount),
    cart: cart && serialiseCart(cart),
    allocation: body.allocation && allocationRequests(body.allocation),
    randomizeAmount: randomizeAmount && randomiseRules(randomizeAmount),
  };
}

function newInvoice(partyID: string, body: InvoiceParams): NewInvoice {
  const cart = body.cart && recordedCart(body.cart);
  const lines = cart && reckonedCart(cart);
  const amountMinor = invoiceAmount({
    amountMinor: body.amount === undefined ? undefined : amountFromWire(body.amount),
    cart: lines,
  });
  assertMarkedLines(lines ?? [], 'body.cart');
  if (body.randomizeAmount && body.allocation) {
    throw new Refusal('invalidRequest', 'randomizeAmount: an amount that is distributed cannot be randomised', {
      place: 'body.randomizeAmount',
    });
  }
  const rules = body.randomizeAmount && randomiseRules(body.randomizeAmount);
  return {
    partyID,
    shopID: body.shopID,
    externalID: body.externalID,
    dueDate: parseDate(body.dueDate),
    currency: body.currency,
    product: body.product,
    description: body.description,
    bankAccount: body.bankAccount,
    metadata: body.metadata,
    clientInfo: body.clientInfo,
    allocation: body.allocation && allocationRequests(body.allocation),
    ...priced({ amountMinor, cart, rules }),
  };
}

export interface Priced {
  amountMinor: bigint;
  cart?: RecordedCartLine[];
  amountRandomized?: AmountRandomized;
}

/** Randomises an amount together with its cart. @throws Refusal invalidRequest as `assertRandomisable` */
export function priced(given: {
  amountMinor: bigint;
  cart?: RecordedCartLine[] | undefined;
  rules?: RandomiseRules | undefined;
}): Priced {
  const { amountMinor: originalMinor, cart, rules } = given;
  if (!rules) return { amountMinor: originalMinor, cart };
  assertRandomisable(cart && reckonedCart(cart));
  const amountMinor = randomiseAmount(originalMinor, rules, random);
  const randomized = amountToWire(amountMinor);
  return {
    amountMinor,
    cart: cart?.map((line) => ({ ...line, price: randomized })),
    amountRandomized: { original: amountToWire(originalMinor), randomized },
  };
}

function parseDate(text: string): Date {
  const date = parseRfc3339(text);
  if (!date)
    throw new Refusal('invalidRequest', 'body.dueDate: is not a moment of the calendar', { place: 'body.dueDate' });
  return date;
}
