import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { selectList } from '../../postgres/columns';
import { lookup } from '../../postgres/database';
import { createOnce, type Existing } from '../../idempotency';
import type { Store } from '../../store';
import { INVOICE_COLUMNS } from './invoice.table';
import { getInvoiceBatcher } from './invoices-of-shop';
import type { NewInvoice } from './new-invoice';

/** A request whose external id and compared fields are known before anything is checked. */
export interface InvoiceRequest extends Pick<NewInvoice, 'partyID' | 'externalID' | 'externalIDScope'> {
  compared: object;
  /** Checks and prices the invoice. @throws Refusal */
  draft: (now: Date) => NewInvoice;
}

/**
 * Creates an invoice, idempotent by external id, which is compared before the request is checked.
 * @throws Refusal invalidRequest, externalIDConflict, invalidShopID, invalidPartyStatus, invalidShopStatus,
 * invalidAllocation, allocationNotPermitted, invoiceTermsViolated, temporarilyUnavailable
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
  // A retry may be invalid now: the shop or its terms have changed, or the due date has passed.
  return createOnce(store.database, request, async (hash) => {
    store.admission.assertAdmitted('payer', partyID);
    const drafted = draft(now);
    return getInvoiceBatcher(store, drafted).add({ given: drafted, hash, now, origin: store.origin });
  });
}

const FIND_EXISTING = lookup<Invoice & Existing>(
  'invoice-find-existing',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')}, parameters_hash AS "parametersHash"
   FROM invoices i WHERE party_id = $1 AND external_id = $2 AND external_id_scope = $3`,
);
