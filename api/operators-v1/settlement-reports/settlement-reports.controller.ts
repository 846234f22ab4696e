import { Get, Path, Post, Query, Request, Route } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { findConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { assertReportSize, receiveSettlementReport } from '../../../operators/settlement-report/import-report';
import { listMargins } from '../../../store/merchants/settlement-report/margin';
import {
  listSettlementReports,
  type SettlementReport,
} from '../../../store/merchants/settlement-report/settlement-report.import';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type {
  ImportedSettlementReport,
  MarginGrouping,
  ProviderMargins,
  SettlementReportList,
} from './settlement-report.types';

@Route()
export class SettlementReportsController extends ApiController {
  /**
   * Принять отчёт эквайера о расчётах: тело запроса — сам файл, до 32 МиБ и 100 000 строк. Он читается целиком или, если в нём ошибка, не
   * читается вовсе: ответ называет строку и столбец. Строки сравниваются с платежами и возвратами, но ничего не меняется, пока отчёт не применит
   * команда `applySettlementReport`: она записывает расхождения и комиссию эквайера. Тот же файл — тот же отчёт; строки, которые уже были в
   * применённых отчётах, ничего не меняют.
   * @summary Принять отчёт эквайера
   * @param from С какого времени операции должны быть в отчёте; по умолчанию с первой из них.
   * @param to До какого времени, не включая его; по умолчанию до последней из них.
   */
  @Post('connector-accounts/{id}/settlement-reports')
  public async receiveSettlementReport(
    @Request() request: HttpRequest,
    @Path() id: EntityID,
    @Query() from?: Date,
    @Query() to?: Date,
  ): Promise<ImportedSettlementReport> {
    assertReportSize(Number(request.header('Content-Length') ?? 0));
    const given = { account: id, source: request, from, to };
    return present(await receiveSettlementReport(this.api.store, given));
  }

  /**
   * Получить принятые отчёты эквайера.
   * @summary Отчёты эквайера
   */
  @Get('connector-accounts/{id}/settlement-reports')
  public async listSettlementReports(@Path() id: EntityID): Promise<SettlementReportList> {
    const { id: account } = await findConnectorAccount(this.api.store.database, id);
    return { reports: (await listSettlementReports(this.api.store.database, account)).map(present) };
  }

  /**
   * Узнать маржу провайдера за период: комиссии с магазинов по времени проводки и комиссии эквайеров по времени операции. Суммы — в
   * минорных единицах.
   * @summary Маржа
   * @param groupBy По чему складывать.
   * @param from С какого времени, включительно.
   * @param to До какого времени, не включая его.
   * @param limit Сколько групп.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   */
  @Get('margins')
  public async listMargins(
    @Query() groupBy: MarginGrouping,
    @Query() from: Date,
    @Query() to: Date,
    @Query() limit = 100,
  ): Promise<ProviderMargins> {
    const margins = await listMargins(this.api.store.database, { groupBy, from, to, limit });
    return {
      margins: margins.map(({ id, currency, feesMinor, acquirerFeesMinor }) => ({
        ...(id !== null && { id }),
        ...{ currency, fees: Number(feesMinor), acquirerFees: Number(acquirerFeesMinor) },
        margin: Number(feesMinor - acquirerFeesMinor),
      })),
    };
  }
}

function present(given: SettlementReport): ImportedSettlementReport {
  const { importedAt, appliedAt, fees: _, fileName, ...report } = given;
  const times = { importedAt: rfc3339Text(importedAt), ...(appliedAt && { appliedAt: rfc3339Text(appliedAt) }) };
  return { ...report, ...(fileName !== null && { fileName }), ...times };
}
