import { Get, Path, Queries, Route, SuccessResponse } from '@tsoa/runtime';
import { listFilePayouts } from '../../../store/merchants/bank-file/bank-file.queries';
import { getBatch, getPayout, listOpenPayouts } from '../../../store/merchants/settlement/settlement.queries';
import { listNegativeBalances } from '../../../store/merchants/settlement/negative-balances';
import { getShop } from '../../../store/merchants/shop/shop.queries';
import { ApiController } from '../../http/dependencies';
import { presentBatch } from '../../settlement/settlement.presenter';
import { readBalanceTransactions, readBatches, readPayouts, readShopBalances } from '../../settlement/settlement.reads';
import type {
  BalanceTransactionPage,
  PayoutPage,
  SettlementBatchPage,
  ShopBalance,
} from '../../settlement/settlement.types';
import { presentOperatedPayout } from './bank-file.presenter';
import type { EntityID } from '../timelines/timeline.types';
import { presentNegativeBalance } from './operated-settlement.presenter';
import type {
  NegativeBalances,
  OpenPayoutFilter,
  OpenPayouts,
  OperatedPayout,
  OperatedPayoutFilter,
  OperatedSettlementFilter,
  OperatedTransactionFilter,
} from './operated-settlement.types';

@Route()
export class OperatedSettlementController extends ApiController {
  /**
   * Получить балансы магазина, по одному на валюту.
   * @summary Балансы магазина
   */
  @Get('shops/{shopID}/balances')
  @SuccessResponse('200', 'Балансы.')
  public async listOperatedBalances(@Path() shopID: EntityID): Promise<ShopBalance[]> {
    return readShopBalances(this.api.store, await getShop(this.api.store.database, shopID));
  }

  /**
   * Получить операции по балансу магазина в одной валюте, от новых к старым. Их сумма равна балансу.
   * @summary Операции по балансу
   */
  @Get('shops/{shopID}/balance-transactions')
  public async listOperatedBalanceTransactions(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedTransactionFilter,
  ): Promise<BalanceTransactionPage> {
    return readBalanceTransactions(this.api.store, await getShop(this.api.store.database, shopID), filter);
  }

  /**
   * Получить пакеты магазина, от новых к старым.
   * @summary Пакеты магазина
   */
  @Get('shops/{shopID}/batches')
  public async listOperatedBatches(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedSettlementFilter,
  ): Promise<SettlementBatchPage> {
    return readBatches(this.api.store, await getShop(this.api.store.database, shopID), filter);
  }

  /**
   * Получить выплаты магазину, от новых к старым.
   * @summary Выплаты магазину
   */
  @Get('shops/{shopID}/payouts')
  public async listOperatedPayouts(
    @Path() shopID: EntityID,
    @Queries() filter: OperatedPayoutFilter,
  ): Promise<PayoutPage> {
    return readPayouts(this.api.store, await getShop(this.api.store.database, shopID), filter);
  }

  /**
   * Получить выплаты всех магазинов: незавершённые, от старых к новым, неудавшиеся за 30 дней, от новых к старым, или все из одного файла
   * для банка.
   * @summary Незавершённые выплаты
   */
  @Get('payouts')
  public async listOpenPayouts(@Queries() filter: OpenPayoutFilter): Promise<OpenPayouts> {
    const { database } = this.api.store;
    const { state, bankFileID } = filter;
    const rows = await (bankFileID === undefined
      ? listOpenPayouts(database, state)
      : listFilePayouts(database, bankFileID));
    return { payouts: rows.map(presentOperatedPayout) };
  }

  /**
   * Получить балансы магазинов ниже нуля, начиная с наименьшего: кто сколько должен и насколько это допускают условия.
   * @summary Отрицательные балансы
   */
  @Get('negative-balances')
  public async listNegativeBalances(): Promise<NegativeBalances> {
    return { balances: (await listNegativeBalances(this.api.store.database)).map(presentNegativeBalance) };
  }

  /**
   * Получить выплату с пакетом, из которого она сложилась.
   * @summary Выплата
   */
  @Get('payouts/{payoutID}')
  public async getOperatedPayout(@Path() payoutID: EntityID): Promise<OperatedPayout> {
    const { database } = this.api.store;
    const payout = await getPayout(database, payoutID);
    return { ...presentOperatedPayout(payout), batch: presentBatch(await getBatch(database, payout.batchID)) };
  }
}
