import type { InvoiceTemplate } from '../../../domain/payments/invoice-template/invoice-template';
import type { Columns } from '../../postgres/columns';

export const INVOICE_TEMPLATE_COLUMNS: Columns<InvoiceTemplate> = {
  id: 'id',
  partyID: 'party_id',
  shopID: 'shop_id',
  externalID: 'external_id',
  createdAt: 'created_at',
  name: 'name',
  description: 'description',
  lifetime: 'lifetime',
  details: 'details',
  metadata: 'metadata',
  randomizeAmount: 'randomize_amount',
};
