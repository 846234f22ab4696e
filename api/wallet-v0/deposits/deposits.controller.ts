import { Get, Queries, Route } from '@tsoa/runtime';
import {
  listDepositAdjustments,
  listDepositReverts,
  listDeposits,
} from '../../../store/wallets/deposit/deposit.queries';
import { ApiController } from '../../http/dependencies';
import type { DepositAdjustmentPage } from './deposit-adjustment.types';
import type { DepositRevertPage } from './deposit-revert.types';
import { presentDeposit, presentDepositAdjustment, presentDepositRevert } from './deposit.presenter';
import type { DepositFilters, DepositOperationFilters, DepositPage } from './deposit.types';
import { EMPTY_PAGE, isForeign, toRanges } from '../shared/filters';

@Route('')
export class DepositsController extends ApiController {
  /**
   * Получить пополнения кошельков, от новых к старым. Пополнения проводит провайдер.
   * @summary Получить пополнения
   */
  @Get('deposits')
  public async listDeposits(@Queries() filters: DepositFilters): Promise<DepositPage> {
    const { partyID } = this.caller;
    const ranges = toRanges(filters);
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listDeposits(this.api.store, { ...filters, ...ranges, partyID });
    return { result: page.rows.map(presentDeposit), continuationToken: page.continuationToken };
  }

  /**
   * Получить полные и частичные отмены пополнений, от новых к старым.
   * @summary Получить отмены пополнений
   */
  @Get('deposit-reverts')
  public async listDepositReverts(@Queries() filters: DepositOperationFilters): Promise<DepositRevertPage> {
    const { partyID } = this.caller;
    const ranges = toRanges(filters);
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listDepositReverts(this.api.store, { ...filters, ...ranges, partyID });
    return { result: page.rows.map(presentDepositRevert), continuationToken: page.continuationToken };
  }

  /**
   * Получить исправления статуса пополнений, от новых к старым. Сумма и валюта в условиях выборки — исправленного пополнения.
   * @summary Получить исправления пополнений
   */
  @Get('deposit-adjustments')
  public async listDepositAdjustments(@Queries() filters: DepositOperationFilters): Promise<DepositAdjustmentPage> {
    const { partyID } = this.caller;
    const ranges = toRanges(filters);
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listDepositAdjustments(this.api.store, { ...filters, ...ranges, partyID });
    return { result: page.rows.map(presentDepositAdjustment), continuationToken: page.continuationToken };
  }
}
