import type { InvoiceTemplate } from '../../../domain/payments/invoice-template/invoice-template';
import { columnsOf } from '../../postgres/columns';

export const INVOICE_TEMPLATE_COLUMNS = columnsOf<InvoiceTemplate>()([
  'id partyID shopID externalID createdAt name description lifetime details metadata randomizeAmount',
]);
