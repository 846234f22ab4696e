import { Get, Path, Queries, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { readAmountFilter } from '../../../domain/platform/money/amount-filter';
import { searchInvoices } from '../../../store/operators/search/invoices.search';
import { searchPayments } from '../../../store/operators/search/payments.search';
import { searchRefunds } from '../../../store/operators/search/refunds.search';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import { ApiController } from '../../http/dependencies';
import { presentFoundPayment, presentFoundRefund } from './analytics.presenter';
import type {
  InvoiceSearchFilter,
  InvoiceSearchResults,
  PaymentSearchFilter,
  PaymentSearchResults,
  RefundSearchFilter,
  RefundSearchResults,
} from './analytics.types';
import { presentInvoice } from '../invoices/invoice.presenter';
import type { ShopID } from '../shared/primitives.types';
import { paymentConditions, searchWindow } from './search-conditions';

@Route('analytics/shops/{shopID}')
export class AnalyticsController extends ApiController {
  /**
   * Найти инвойсы магазина, созданные за промежуток времени. Условия на платёж выполняет инвойс, у которого есть платёж,
   * удовлетворяющий всем этим условиям сразу. Результаты приходят порциями, начиная с созданных последними.
   * @summary Найти инвойсы
   */
  @Get('invoices')
  @SuccessResponse('200', 'Найденные инвойсы.')
  public async searchInvoices(
    @Path() shopID: ShopID,
    @Queries() filter: InvoiceSearchFilter,
  ): Promise<InvoiceSearchResults> {
    await this.ownShop(shopID);
    const { invoiceID, invoiceStatus, invoiceAmount, continuationToken } = filter;
    const found = await searchInvoices(this.api.store, {
      ...searchWindow(shopID, filter),
      invoiceID,
      status: invoiceStatus,
      amountMinor: readAmountFilter('invoiceAmount', invoiceAmount, { code: 'invalidRequest' }),
      payment: paymentConditions(filter),
      continuationToken,
    });
    return { continuationToken: found.continuationToken, result: found.rows.map(presentInvoice) };
  }

  /**
   * Найти платежи магазина, созданные за промежуток времени. Результаты приходят порциями, начиная с созданных последними.
   * @summary Найти платежи
   */
  @Get('payments')
  @SuccessResponse('200', 'Найденные платежи.')
  public async searchPayments(
    @Path() shopID: ShopID,
    @Queries() filter: PaymentSearchFilter,
  ): Promise<PaymentSearchResults> {
    await this.ownShop(shopID);
    const found = await searchPayments(this.api.store, {
      ...searchWindow(shopID, filter),
      conditions: { ...paymentConditions(filter), invoiceID: filter.invoiceID },
      continuationToken: filter.continuationToken,
    });
    const result = found.rows.map((payment) => presentFoundPayment(payment, this.caller));
    return { continuationToken: found.continuationToken, result };
  }

  /**
   * Найти возвраты магазина, созданные за промежуток времени, начиная с созданных последними. В ответе есть число всех
   * найденных возвратов; чтобы читать их порциями, указывайте `offset`.
   * @summary Найти возвраты
   */
  @Get('refunds')
  @SuccessResponse('200', 'Найденные возвраты.')
  public async searchRefunds(
    @Path() shopID: ShopID,
    @Queries() filter: RefundSearchFilter,
  ): Promise<RefundSearchResults> {
    await this.ownShop(shopID);
    const { offset = 0, invoiceID, paymentID, refundID, rrn, approvalCode, refundStatus: status } = filter;
    const conditions = { offset, invoiceID, paymentID, refundID, rrn, approvalCode, status };
    const found = await searchRefunds(this.api.store.database, { ...searchWindow(shopID, filter), ...conditions });
    const result = found.rows.map((refund) => presentFoundRefund(refund, this.caller));
    return { totalCount: found.totalCount, result };
  }

  private async ownShop(shopID: string): Promise<void> {
    const { partyID } = this.caller;
    if (!(await findShop(this.api.store.database, { shopID, partyID }))) throw notFound('Shop');
  }
}
