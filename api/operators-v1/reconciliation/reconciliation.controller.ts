import type { Readable } from 'node:stream';
import { Body, Get, Path, Post, Query, Request, Route, SuccessResponse } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { reconciliationReportCsv } from '../../../operators/reconciliation/report-csv';
import { endReconciliation, resumeReconciliation } from '../../../store/operators/reconciliation/ending';
import type { FindingStatus } from '../../../domain/operators/reconciliation/finding.machine';
import { notFound } from '../../../domain/platform/errors/refusal';
import { getFinding, listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { readReconciliationOverview } from '../../../store/operators/reconciliation/overview';
import { resolveFinding } from '../../../store/operators/reconciliation/resolve';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import { presentConnector, presentFinding } from './reconciliation.presenter';
import type {
  ReconciledConnectorState,
  ReconciliationFinding,
  ReconciliationFindings,
  ReconciliationState,
} from './reconciliation.types';

@Route()
export class ReconciliationController extends ApiController {
  /**
   * Узнать, как далеко зашла сверка с каждым коннектором и сколько расхождений ждёт оператора.
   * @summary Состояние сверки
   */
  @Get('reconciliation')
  public async getReconciliation(): Promise<ReconciliationState> {
    const connectors = await readReconciliationOverview(this.api.store.database);
    return { connectors: connectors.map(presentConnector) };
  }

  /**
   * Получить расхождения, от самого нового к самому старому.
   * @summary Расхождения
   * @param status Статус расхождений.
   * @param limit Сколько расхождений на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('reconciliation/findings')
  public async listReconciliationFindings(
    @Query() connector?: EntityID,
    @Query() status: FindingStatus = 'open',
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ReconciliationFindings> {
    const request = { connector, statuses: [status], limit, after: continuationToken };
    const found = await listFindings(this.api.store.database, request);
    const last = found.length === limit ? found.at(-1) : undefined;
    return { findings: found.map(presentFinding), ...(last && { continuationToken: last.id }) };
  }

  /**
   * Получить расхождение.
   * @summary Расхождение
   */
  @Get('reconciliation/findings/{findingID}')
  public async getReconciliationFinding(@Path() findingID: EntityID): Promise<ReconciliationFinding> {
    return presentFinding(await getFinding(this.api.store.database, findingID));
  }

  /**
   * Закрыть расхождение, которое ждёт оператора: обе стороны приведены в порядок. Причина остаётся в журнале действий.
   * @summary Закрыть расхождение
   */
  @Post('reconciliation/findings/{findingID}/resolve')
  public async resolveReconciliationFinding(
    @Path() findingID: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ReconciliationFinding> {
    const finding = await resolveFinding(this.api.store, { id: findingID, reason: body.reason });
    return { ...presentFinding(finding), isChanged: this.isChanged };
  }

  /**
   * Получить отчёт о сверке с коннектором файлом CSV (UTF-8 с меткой порядка байтов, первая строка — названия столбцов). Строки трёх видов: `window` —
   * сверенный отрезок времени, `sum` — суммы обеих сторон в нём, `finding` — расхождение; суммы — десятичные дроби в единицах валюты. Отрезки
   * хранятся 400 дней, расхождения — всегда.
   * @summary Отчёт о сверке
   * @param from С какого времени, включительно.
   * @param to До какого времени, не включая его.
   */
  @Get('reconciliation/connectors/{connector}/report')
  @SuccessResponse('200', 'Файл отчёта.', 'text/csv')
  public async getReconciliationReport(
    @Request() request: HttpRequest,
    @Path() connector: EntityID,
    @Query() from: Date,
    @Query() to: Date,
  ): Promise<Readable> {
    const report = await reconciliationReportCsv(this.api.store, { connector, from, to });
    // Breaks the connection, so that a truncated file is not mistaken for a complete one.
    report.once('error', (error) => request.res?.destroy(error));
    this.setHeader('Content-Type', 'text/csv; charset=utf-8');
    this.setHeader('Content-Disposition', 'attachment; filename="reconciliation.csv"');
    return report;
  }

  /**
   * Прекратить сверку с коннектором, которого больше нет в настройках: она перестаёт считаться опоздавшей. Найденные расхождения
   * остаются. Причина остаётся в журнале действий.
   * @summary Прекратить сверку
   */
  @Post('reconciliation/connectors/{connector}/end')
  public async endReconciliation(
    @Path() connector: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ReconciledConnectorState> {
    await endReconciliation(this.api.store, { connector, reason: body.reason });
    return { ...(await this.readState(connector)), isChanged: this.isChanged };
  }

  /**
   * Продолжить прекращённую сверку: с того времени, на котором она остановилась.
   * @summary Продолжить сверку
   */
  @Post('reconciliation/connectors/{connector}/resume')
  public async resumeReconciliation(
    @Path() connector: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ReconciledConnectorState> {
    await resumeReconciliation(this.api.store, { connector, reason: body.reason });
    return { ...(await this.readState(connector)), isChanged: this.isChanged };
  }

  private async readState(connector: string): Promise<ReconciledConnectorState> {
    const all = await readReconciliationOverview(this.api.store.database);
    const found = all.find((each) => each.connector === connector);
    if (!found) throw notFound('Reconciliation');
    return presentConnector(found);
  }
}
