import type { Invoice } from '../../domain/invoice/invoice';
import { selectList } from '../columns';
import { lookup } from '../database';
import { createOnce, type Existing } from '../idempotency';
import type { Store } from '../store';
import { INVOICE_COLUMNS } from './invoice.table';
import { invoicesOfShop } from './invoices-of-shop';
import type { NewInvoice } from './new-invoice';

/** A request for an invoice: what names it and is compared is known before anything of it is checked. */
export interface InvoiceRequest extends Pick<NewInvoice, 'partyID' | 'externalID' | 'externalIDScope'> {
  /** Everything that the caller set. */
  compared: object;
  /** Checks and prices the invoice. @throws Refusal */
  draft: () => NewInvoice;
}

/**
 * Creates an invoice and tells webhooks of it; from then on it waits for its due date. Under an external id that the caller has used, the
 * first invoice is returned where the parameters are the same: the external id is compared before the request is checked.
 * @throws Refusal invalidRequest, externalIDConflict, invalidShopID, invalidPartyStatus, invalidShopStatus, invalidAllocation,
 * allocationNotPermitted, invoiceTermsViolated, temporarilyUnavailable
 */
export async function createInvoice(
  store: Store,
  given: NewInvoice | InvoiceRequest,
  now = new Date(),
): Promise<Invoice> {
  const { partyID, externalID, externalIDScope = '' } = given;
  const { compared, draft } = 'draft' in given ? given : { compared: given, draft: () => given };
  const request = {
    ...{ partyID, externalID, scope: externalIDScope, compared },
    ...{ index: 'invoices_external_id', findExisting: FIND_EXISTING, skipsLookup: true },
  };
  // What is refused now may have been granted the first time: the shop or the terms have changed, the date has passed.
  return createOnce(store.database, request, async (hash) => {
    const drafted = draft();
    return invoicesOfShop(store, drafted).add({ given: drafted, hash, now, origin: store.origin });
  });
}

const FIND_EXISTING = lookup<Invoice & Existing>(
  'invoice-find-existing',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')}, parameters_hash AS "parametersHash"
   FROM invoices i WHERE party_id = $1 AND external_id = $2 AND external_id_scope = $3`,
);
