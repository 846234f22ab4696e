import { Get, Path, Queries, Route, SuccessResponse } from '@tsoa/runtime';
import { getOwnShop, type ShopRow } from '../../../store/merchants/shop/shop.queries';
import { ApiController } from '../../http/dependencies';
import { readBalanceTransactions, readBatches, readPayouts, readShopBalances } from '../../settlement/settlement.reads';
import type {
  BalanceTransactionPage,
  PayoutPage,
  SettlementBatchPage,
  ShopBalance,
} from '../../settlement/settlement.types';
import type { ShopID } from '../shared/primitives.types';
import type { BalanceTransactionFilter, PayoutFilter, SettlementPageFilter } from './settlement-filter.types';

@Route('processing/shops/{shopID}')
export class SettlementController extends ApiController {
  /**
   * Получить балансы магазина, по одному на валюту: что станет доступно позже, доступно, зарезервировано и в пути в банк. Баланс
   * может быть отрицательным. Расширение договора.
   * @summary Получить балансы магазина
   */
  @Get('balances')
  @SuccessResponse('200', 'Балансы; список пуст, пока у магазина не было платежей.')
  public async getShopBalances(@Path() shopID: ShopID): Promise<ShopBalance[]> {
    return readShopBalances(this.api.store, await this.ownShop(shopID));
  }

  /**
   * Получить операции по балансу магазина в одной валюте, от новых к старым: платежи, возвраты, чарджбэки, поправки и выплаты.
   * Их сумма равна балансу. Расширение договора.
   * @summary Получить операции по балансу
   */
  @Get('balance-transactions')
  public async getBalanceTransactions(
    @Path() shopID: ShopID,
    @Queries() filter: BalanceTransactionFilter,
  ): Promise<BalanceTransactionPage> {
    return readBalanceTransactions(this.api.store, await this.ownShop(shopID), filter);
  }

  /**
   * Получить пакеты магазина, от новых к старым: с каким остатком пакет начат, сколько в нём операций, что выплачено и что
   * осталось. Расширение договора.
   * @summary Получить пакеты магазина
   */
  @Get('batches')
  public async getSettlementBatches(
    @Path() shopID: ShopID,
    @Queries() filter: SettlementPageFilter,
  ): Promise<SettlementBatchPage> {
    return readBatches(this.api.store, await this.ownShop(shopID), filter);
  }

  /**
   * Получить выплаты магазину, от новых к старым. Расширение договора.
   * @summary Получить выплаты магазину
   */
  @Get('payouts')
  public async getPayouts(@Path() shopID: ShopID, @Queries() filter: PayoutFilter): Promise<PayoutPage> {
    return readPayouts(this.api.store, await this.ownShop(shopID), filter);
  }

  private async ownShop(shopID: string): Promise<ShopRow> {
    return getOwnShop(this.api.store.database, { shopID, partyID: this.caller.partyID });
  }
}
