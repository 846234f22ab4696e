import { Get, Path, Route } from '@tsoa/runtime';
import { present } from '../../../domain/platform/fields/present';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { findInvoice } from '../../../store/payments/invoice/invoice.queries';
import { listPayments } from '../../../store/payments/payment/payment.queries';
import { ApiController } from '../../http/dependencies';
import { presentOperatedPayment } from '../payments/operated-payment.presenter';
import type { EntityID } from '../timelines/timeline.types';
import type { OperatedInvoiceDetails } from './operated-invoice.types';

@Route()
export class OperatedInvoicesController extends ApiController {
  /**
   * Получить инвойс любого участника с платежами по нему.
   * @summary Инвойс
   */
  @Get('invoices/{invoiceID}')
  public async getOperatedInvoice(@Path() invoiceID: EntityID): Promise<OperatedInvoiceDetails> {
    const { database } = this.api.store;
    const invoice = await findInvoice(database, invoiceID);
    const payments = await listPayments(database, { invoiceID, partyID: invoice.partyID });
    const isMasked = this.masksContacts();
    return {
      ...presentInvoiceFields(invoice),
      payments: payments.map((payment) => presentOperatedPayment(payment, isMasked)),
    };
  }
}

function presentInvoiceFields(invoice: Invoice): Omit<OperatedInvoiceDetails, 'payments'> {
  const { id, partyID, shopID, externalID, templateID, status, reason, currency, product, description } = invoice;
  return {
    ...{ invoiceID: id, partyID, shopID },
    ...present({ externalID, invoiceTemplateID: templateID, reason, description }),
    createdAt: rfc3339Text(invoice.createdAt),
    dueDate: rfc3339Text(invoice.dueDate),
    ...{ status, statusChangedAt: rfc3339Text(invoice.statusChangedAt) },
    ...{ amount: Number(invoice.amountMinor), currency, product },
    cart: (invoice.cart ?? []).map((line) => ({
      ...{ product: line.product, quantity: line.quantity, price: Number(line.price) },
    })),
    hasActivePayment: invoice.activePaymentID !== null,
  };
}
