import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import {
  listShopChargebacks,
  listShopRefunds,
  type ReturnSearch,
} from '../../../store/operators/search/returns.search';
import { ApiController } from '../../http/dependencies';
import { presentChargeback, presentRefund } from '../payments/operated-payment.presenter';
import type { EntityID } from '../timelines/timeline.types';
import { listedPeriod } from './listed-period';
import type {
  OperatedChargebackFilter,
  OperatedChargebacks,
  OperatedRefundFilter,
  OperatedRefunds,
} from './lists.types';

@Route('shops/{shopID}')
export class ReturnsController extends ApiController {
  /**
   * Получить возвраты магазина, от нового к старому.
   * @summary Возвраты магазина
   * @param shopID Идентификатор магазина.
   */
  @Get('refunds')
  public async listOperatedRefunds(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedRefundFilter,
  ): Promise<OperatedRefunds> {
    const { rows, ...next } = await listShopRefunds(this.api.store, toSearch(shopID, filter));
    const refunds = rows.map((refund) => {
      const { invoiceID, paymentID, partyID, externalID } = refund;
      const names = { invoiceID, paymentID, partyID, shopID: refund.shopID };
      return { ...presentRefund(refund), ...names, ...(externalID === null ? {} : { externalID }) };
    });
    return { refunds, ...next };
  }

  /**
   * Получить чарджбэки магазина, от нового к старому.
   * @summary Чарджбэки магазина
   * @param shopID Идентификатор магазина.
   */
  @Get('chargebacks')
  public async listOperatedChargebacks(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedChargebackFilter,
  ): Promise<OperatedChargebacks> {
    const { rows, ...next } = await listShopChargebacks(this.api.store, toSearch(shopID, filter));
    const chargebacks = rows.map((chargeback) => {
      const { invoiceID, paymentID, partyID, answerDueAt } = chargeback;
      const names = { invoiceID, paymentID, partyID, shopID: chargeback.shopID };
      const due = answerDueAt ? { answerDueAt: rfc3339Text(answerDueAt) } : {};
      return { ...presentChargeback(chargeback), ...names, ...due };
    });
    return { chargebacks, ...next };
  }
}

function toSearch(shopID: string, filter: OperatedRefundFilter | OperatedChargebackFilter): ReturnSearch {
  const { status, invoiceID, limit = 50, continuationToken } = filter;
  return { shopID, ...listedPeriod(filter), status, invoiceID, limit, continuationToken };
}
