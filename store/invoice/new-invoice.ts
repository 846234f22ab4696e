import type { AllocationRequest } from '../../domain/allocation/allocation';
import { recordAllocation } from '../../domain/allocation/recorded-allocation';
import type { RecordedCartLine } from '../../domain/invoice/cart';
import { assertDueLater } from '../../domain/invoice/due-date';
import type { AmountRandomized, Invoice, InvoiceBankAccount } from '../../domain/invoice/invoice';
import { invoiceMachine } from '../../domain/invoice/invoice.machine';
import { assertWithinTerms } from '../../domain/shop/shop-terms';
import { newId } from '../id';
import type { Shop } from '../shop/shop.queries';

/** What a merchant gives for a new invoice, checked and reckoned. */
export interface NewInvoice {
  partyID: string;
  shopID: string;
  externalID?: string;
  /** What the access token of the payer who names the invoice is for; missing for the merchant. */
  externalIDScope?: string;
  templateID?: string;
  dueDate: Date;
  amountMinor: bigint;
  currency: string;
  product: string;
  description?: string;
  cart?: RecordedCartLine[];
  allocation?: readonly AllocationRequest[];
  bankAccount?: InvoiceBankAccount;
  metadata: object;
  clientInfo?: { trustLevel: 'wellKnown' | 'unknown' };
  amountRandomized?: AmountRandomized;
}

/** The amount that was asked for: terms are held against it, not against what was drawn near it. */
function askedAmountMinor({ amountMinor, amountRandomized }: NewInvoice): bigint {
  return amountRandomized === undefined ? amountMinor : BigInt(amountRandomized.original);
}

/** An invoice as it is made, within the terms of its shop. @throws Refusal as `createInvoice` */
export function draftInvoice(given: NewInvoice, shop: Shop, now: Date): Invoice {
  assertWithinTerms(shop, { amountMinor: askedAmountMinor(given), currency: given.currency });
  assertDueLater(given.dueDate, now);
  // Field by field, so that all invoices have one shape, which is quicker to make and to read.
  return {
    id: newId(now),
    partyID: given.partyID,
    shopID: given.shopID,
    externalID: given.externalID ?? null,
    templateID: given.templateID ?? null,
    createdAt: now,
    dueDate: given.dueDate,
    amountMinor: given.amountMinor,
    currency: given.currency,
    product: given.product,
    description: given.description ?? null,
    cart: given.cart ?? null,
    allocation: given.allocation ? recordAllocation(given.allocation, { payment: given, shopID: given.shopID }) : null,
    bankAccount: given.bankAccount ?? null,
    metadata: given.metadata,
    clientInfo: given.clientInfo ?? null,
    amountRandomized: given.amountRandomized ?? null,
    status: invoiceMachine.initial,
    statusChangedAt: now,
    reason: null,
    eventCount: 1,
    paymentCount: 0,
    activePaymentID: null,
  };
}
