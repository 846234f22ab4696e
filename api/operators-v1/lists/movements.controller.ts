import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { findDeposit, listDeposits } from '../../../store/wallets/deposit/deposit.queries';
import { findWithdrawalRow, listWithdrawalRows } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { listedPeriod } from './listed-period';
import type {
  MovementFilter,
  OperatedDeposit,
  OperatedDeposits,
  OperatedWithdrawal,
  OperatedWithdrawals,
} from './lists.types';
import { presentOperatedDeposit, presentOperatedWithdrawal } from './movement.presenter';

@Route()
export class MovementsController extends ApiController {
  /**
   * Получить выводы средств, которые запросил участник или которые ушли из его кошельков, от нового к старому.
   * @summary Выводы участника
   * @param partyID Идентификатор участника.
   */
  @Get('parties/{partyID}/withdrawals')
  public async listOperatedWithdrawals(
    @Path() partyID: EntityID,
    @Queries() filter: MovementFilter,
  ): Promise<OperatedWithdrawals> {
    const { rows, ...next } = await listWithdrawalRows(this.api.store, toQuery(partyID, filter));
    return { withdrawals: rows.map(presentOperatedWithdrawal), ...next };
  }

  /**
   * Получить вывод средств с тем, что стало с его деньгами.
   * @summary Вывод
   */
  @Get('withdrawals/{withdrawalID}')
  public async getOperatedWithdrawal(@Path() withdrawalID: EntityID): Promise<OperatedWithdrawal> {
    return presentOperatedWithdrawal(await findWithdrawalRow(this.api.store.database, withdrawalID));
  }

  /**
   * Получить пополнения кошельков участника, от нового к старому.
   * @summary Пополнения участника
   * @param partyID Идентификатор участника.
   */
  @Get('parties/{partyID}/deposits')
  public async listOperatedDeposits(
    @Path() partyID: EntityID,
    @Queries() filter: MovementFilter,
  ): Promise<OperatedDeposits> {
    const { rows, ...next } = await listDeposits(this.api.store, toQuery(partyID, filter));
    return { deposits: rows.map(presentOperatedDeposit), ...next };
  }

  /**
   * Получить пополнение кошелька.
   * @summary Пополнение
   */
  @Get('deposits/{depositID}')
  public async getOperatedDeposit(@Path() depositID: EntityID): Promise<OperatedDeposit> {
    return presentOperatedDeposit(await findDeposit(this.api.store.database, depositID));
  }
}

function toQuery(partyID: string, filter: MovementFilter) {
  const { status, walletID, limit = 50, continuationToken } = filter;
  const { from: createdAtFrom, to: createdBefore } = listedPeriod(filter);
  return { partyID, status, walletID, createdAtFrom, createdBefore, limit, continuationToken };
}
