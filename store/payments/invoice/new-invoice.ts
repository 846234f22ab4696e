import type { AllocationRequest } from '../../../domain/payments/allocation/allocation';
import { recordAllocation } from '../../../domain/payments/allocation/recorded-allocation';
import type { RecordedCartLine } from '../../../domain/payments/invoice/cart';
import { assertDueLater } from '../../../domain/payments/invoice/due-date';
import type { AmountRandomized, Invoice, InvoiceBankAccount } from '../../../domain/payments/invoice/invoice';
import { invoiceMachine } from '../../../domain/payments/invoice/invoice.machine';
import { assertWithinTerms } from '../../../domain/merchants/shop/shop-terms';
import { newId } from '../../id';
import type { ShopRow } from '../../merchants/shop/shop.queries';

export interface NewInvoice {
  partyID: string;
  shopID: string;
  externalID?: string;
  /** The scope of the payer's access token; missing for the merchant. */
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

/** The requested amount: shop terms apply to it, not to the randomised one. */
function requestedAmountMinor({ amountMinor, amountRandomized }: NewInvoice): bigint {
  return amountRandomized === undefined ? amountMinor : BigInt(amountRandomized.original);
}

/** Drafts an invoice within its shop's terms. @throws Refusal as `createInvoice` */
export function draftInvoice(given: NewInvoice, shop: ShopRow, now: Date): Invoice {
  assertWithinTerms(shop, { amountMinor: requestedAmountMinor(given), currency: given.currency });
  assertDueLater(given.dueDate, now);
  // Lists every field, so that all invoices have one hidden class, which is faster.
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
