import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { readAmountFilter } from '../../../domain/platform/money/amount-filter';
import { listChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listRefunds } from '../../../store/payments/refund/refund.queries';
import { searchPayments } from '../../../store/operators/search/payments.search';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentOperatedPayment, presentPaymentDetails } from './operated-payment.presenter';
import type { OperatedPaymentDetails, OperatedPaymentFilter, OperatedPayments } from './operated-payment.types';

const DEFAULT_RANGE_MS = 30 * 86_400_000;
const TOMORROW_MS = 86_400_000;

@Route()
export class PaymentRecordsController extends ApiController {
  /**
   * Получить платёж с тем, что стало с его деньгами: комиссия, возвраты, чарджбэки и сколько ещё можно вернуть.
   * @summary Платёж
   */
  @Get('payments/{invoiceID}/{paymentID}')
  public async getOperatedPayment(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
  ): Promise<OperatedPaymentDetails> {
    const { database } = this.api.store;
    const payment = await findPayment(database, { invoiceID, paymentID });
    const ref = { invoiceID, paymentID, partyID: payment.partyID };
    const [refunds, chargebacks] = await Promise.all([listRefunds(database, ref), listChargebacks(database, ref)]);
    return presentPaymentDetails({ payment, refunds, chargebacks, isMasked: this.masksContacts() });
  }

  /**
   * Получить платежи магазина, от нового к старому.
   * @summary Платежи магазина
   * @param shopID Идентификатор магазина.
   */
  @Get('shops/{shopID}/payments')
  public async listOperatedPayments(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedPaymentFilter,
  ): Promise<OperatedPayments> {
    const { from, to, status, amount, last4, invoiceID, limit = 50, continuationToken } = filter;
    const day = startOfDay();
    const amountMinor = readAmountFilter('amount', amount, { code: 'invalidRequest' });
    const { rows, continuationToken: next } = await searchPayments(this.api.store, {
      shopID,
      // Whole days, because the token of the next page is valid for the same range only.
      from: from === undefined ? new Date(day - DEFAULT_RANGE_MS) : new Date(from),
      to: to === undefined ? new Date(day + TOMORROW_MS) : new Date(to),
      conditions: { status, last4, invoiceID, amountMinor },
      ...{ limit, continuationToken },
    });
    const isMasked = this.masksContacts();
    return {
      payments: rows.map((payment) => presentOperatedPayment(payment, isMasked)),
      ...(next === undefined ? {} : { continuationToken: next }),
    };
  }
}

function startOfDay(): number {
  return Math.floor(Date.now() / 86_400_000) * 86_400_000;
}
