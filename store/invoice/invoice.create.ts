import type { AllocationRequest } from '../../domain/allocation/allocation';
import { recordAllocation } from '../../domain/allocation/recorded-allocation';
import type { RecordedCartLine } from '../../domain/invoice/cart';
import { assertDueLater } from '../../domain/invoice/due-date';
import type { AmountRandomized, Invoice, InvoiceBankAccount } from '../../domain/invoice/invoice';
import { invoiceMachine } from '../../domain/invoice/invoice.machine';
import { assertWithinTerms } from '../../domain/shop/shop-terms';
import { insertText, selectList, valuesOf } from '../columns';
import { statement, type Transaction } from '../database';
import { newId } from '../id';
import { createOnce, type Existing } from '../idempotency';
import { changeStatement, changeResult, type Change, type ChangeResult } from '../record';
import { assertAllocationPermitted } from '../shop/allocation-targets';
import { operableShop } from '../shop/shop.queries';
import { wakeFor, type Store } from '../store';
import { KEEPING_CLOCK, wakeClock, withWaking } from './invoice-clock';
import { invoiceWebhookMessages } from './invoice.message';
import { INVOICE_COLUMNS } from './invoice.table';

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

const INSERT = statement(
  'invoice-insert',
  `${insertText('invoices', INVOICE_COLUMNS, ['parameters_hash', 'external_id_scope'])} RETURNING ${KEEPING_CLOCK}`,
);

/**
 * Creates an invoice and tells webhooks of it; from then on it waits for its due date. Under an external id that the caller has used, the
 * first invoice is returned where the parameters are the same.
 * @throws Refusal invalidRequest, externalIDConflict, invalidShopID, invalidPartyStatus, invalidShopStatus, invalidAllocation,
 * allocationNotPermitted, invoiceTermsViolated
 */
export async function createInvoice(store: Store, given: NewInvoice, now = new Date()): Promise<Invoice> {
  const { partyID, externalID, externalIDScope = '' } = given;
  const request = {
    ...{ partyID, externalID, scope: externalIDScope, compared: comparedParameters(given) },
    ...{ index: 'invoices_external_id', findExisting: FIND_EXISTING, isMostlyFirst: true },
  };
  // What is refused now may have been granted the first time: the shop or the terms have changed, the date has passed.
  return createOnce(store.database, request, async (hash) => {
    const shop = await operableShop(store.database, given);
    if (given.allocation) await assertAllocationPermitted(store.database, { shop, allocation: given.allocation });
    assertWithinTerms(shop, { amountMinor: askedAmountMinor(given), currency: given.currency });
    assertDueLater(given.dueDate, now);
    const { invoice, recorded } = await store.database.transaction((tx) =>
      insertInvoice(store, { given, hash, now }, tx),
    );
    wakeFor(store, recorded);
    return invoice;
  });
}

/** The amount that was asked for: terms are held against it, not against what was drawn near it. */
function askedAmountMinor({ amountMinor, amountRandomized }: NewInvoice): bigint {
  return amountRandomized === undefined ? amountMinor : BigInt(amountRandomized.original);
}

/** The fields that make two creations the same; everything else of a repetition is ignored. */
function comparedParameters(given: NewInvoice): object {
  const { shopID, currency, product, dueDate, cart, bankAccount, templateID, allocation } = given;
  const amountMinor = askedAmountMinor(given);
  const original = given.amountRandomized?.original;
  // A cart whose amount was randomised has one line of one piece: its price was the amount.
  const lines = cart
    ?.map((line) => JSON.stringify([line.product, line.quantity, original ?? line.price, line.taxRate ?? null]))
    .sort();
  // A template's invoice is due a lifetime after each attempt: that is no difference.
  const due = templateID === undefined ? dueDate : undefined;
  return { shopID, amountMinor, currency, product, dueDate: due, cart: lines, bankAccount, templateID, allocation };
}

async function insertInvoice(
  store: Store,
  { given, hash, now }: { given: NewInvoice; hash: Buffer; now: Date },
  tx: Transaction,
): Promise<{ invoice: Invoice; recorded: ChangeResult }> {
  const invoice: Invoice = {
    ...given,
    id: newId(now),
    externalID: given.externalID ?? null,
    templateID: given.templateID ?? null,
    createdAt: now,
    description: given.description ?? null,
    cart: given.cart ?? null,
    allocation: given.allocation ? recordAllocation(given.allocation, { payment: given, shopID: given.shopID }) : null,
    bankAccount: given.bankAccount ?? null,
    clientInfo: given.clientInfo ?? null,
    amountRandomized: given.amountRandomized ?? null,
    status: invoiceMachine.initial,
    statusChangedAt: now,
    reason: null,
    eventCount: 1,
    paymentCount: 0,
    activePaymentID: null,
  };
  const created: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: { number: 1, changes: [{ changeType: 'InvoiceCreated' }] },
    messages: invoiceWebhookMessages(invoiceMachine.creation, invoice),
  };
  const insert = { ...INSERT, values: [...valuesOf(invoice, INVOICE_COLUMNS), hash, given.externalIDScope ?? ''] };
  const append = changeStatement(created, store.origin);
  const wake = wakeClock(invoice);
  const answers = await store.database.commitWith([insert, append, wake], tx);
  return { invoice, recorded: withWaking(changeResult(created, answers.rowsOf(append)), answers.rowsOf(wake)) };
}

const FIND_EXISTING = statement<Invoice & Existing>(
  'invoice-find-existing',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')}, parameters_hash AS "parametersHash"
   FROM invoices i WHERE party_id = $1 AND external_id = $2 AND external_id_scope = $3`,
);
