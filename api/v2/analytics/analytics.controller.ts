import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { monthPeriod, summaryPeriods } from '../../../domain/merchants/summary/summary-periods';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { readAmountFilter } from '../../../domain/platform/money/amount-filter';
import { searchInvoices } from '../../../store/operators/search/invoices.search';
import { searchPayments } from '../../../store/operators/search/payments.search';
import { searchRefunds } from '../../../store/operators/search/refunds.search';
import { getOwnShop, type ShopRow } from '../../../store/merchants/shop/shop.queries';
import { sumMonth } from '../../../store/merchants/summary/shop-month.queries';
import { readAttention, sumOutcomes } from '../../../store/merchants/summary/shop-summary.queries';
import { ApiController } from '../../http/dependencies';
import { listShopChargebacks } from '../../../store/operators/search/returns.search';
import { presentFoundChargeback, presentFoundPayment, presentFoundRefund } from './analytics.presenter';
import type {
  ChargebackSearchFilter,
  ChargebackSearchResults,
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
import { presentMonthLine, presentSummary } from './summary.presenter';
import type { ShopMonth, ShopMonthName, ShopSummary } from './summary.types';

@Route('analytics/shops/{shopID}')
export class AnalyticsController extends ApiController {
  /**
   * Найти инвойсы магазина, созданные за промежуток времени. Условия на платёж выполняет инвойс, у которого есть платёж,
   * удовлетворяющий всем этим условиям сразу. Результаты приходят порциями, начиная с созданных последними.
   * @summary Найти инвойсы
   */
  @Get('invoices')
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

  /**
   * Найти чарджбэки магазина, созданные за промежуток времени. Результаты приходят порциями, начиная с созданных последними.
   * Расширение договора.
   * @summary Найти чарджбэки
   */
  @Get('chargebacks')
  public async searchChargebacks(
    @Path() shopID: ShopID,
    @Queries() filter: ChargebackSearchFilter,
  ): Promise<ChargebackSearchResults> {
    await this.ownShop(shopID);
    const { chargebackStatus: status, invoiceID, continuationToken } = filter;
    const search = { ...searchWindow(shopID, filter), status, invoiceID, continuationToken };
    const found = await listShopChargebacks(this.api.store, search);
    return { continuationToken: found.continuationToken, result: found.rows.map(presentFoundChargeback) };
  }

  /**
   * Получить сводку магазина за сегодня и за этот месяц рядом с такой же частью предыдущего. Расширение договора.
   * @summary Получить сводку магазина
   */
  @Get('summary')
  public async getShopSummary(@Path() shopID: ShopID): Promise<ShopSummary> {
    const { terms, partyID } = await this.ownShop(shopID);
    const { database } = this.api.store;
    const { timeZone } = settlementTerms(terms);
    const periods = summaryPeriods(new Date(), timeZone);
    const [outcomes, attention] = await Promise.all([
      sumOutcomes(database, shopID, periods),
      readAttention(database, { shopID, partyID }),
    ]);
    return presentSummary({ timeZone, periods, outcomes, attention });
  }

  /**
   * Получить месяц магазина по дням и средствам платежа. Расширение договора.
   * @summary Получить месяц магазина
   */
  @Get('months/{month}')
  public async getShopMonth(@Path() shopID: ShopID, @Path() month: ShopMonthName): Promise<ShopMonth> {
    const { terms } = await this.ownShop(shopID);
    const { timeZone } = settlementTerms(terms);
    const period = monthPeriod(month, timeZone);
    if (!period) throw new Refusal('invalidRequest', 'month: is not a month of the calendar', { place: 'month' });
    const lines = await sumMonth(this.api.store.database, { shopID, timeZone, ...period });
    const { from, to } = period;
    return { timeZone, from: rfc3339Text(from), to: rfc3339Text(to), lines: lines.map(presentMonthLine) };
  }

  private async ownShop(shopID: string): Promise<ShopRow> {
    return getOwnShop(this.api.store.database, { shopID, partyID: this.caller.partyID });
  }
}
