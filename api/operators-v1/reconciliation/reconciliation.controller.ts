import { Body, Controller, Get, OperationId, Path, Post, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { getFinding, listFindings } from '../../../store/reconciliation/finding.queries';
import { reconciliationOverview } from '../../../store/reconciliation/overview';
import { resolveFinding } from '../../../store/reconciliation/resolve';
import type { ApiDependencies } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import { presentConnector, presentFinding } from './reconciliation.presenter';
import type {
  FindingStatusName,
  ReconciliationFinding,
  ReconciliationFindings,
  ReconciliationState,
} from './reconciliation.types';

@Route()
export class ReconciliationController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Узнать, как далеко зашла сверка с каждым коннектором и сколько расхождений ждёт оператора.
   * @summary Состояние сверки
   */
  @Get('reconciliation')
  @OperationId('getReconciliation')
  @SuccessResponse('200', 'Состояние сверки.')
  public async getReconciliation(): Promise<ReconciliationState> {
    const connectors = await reconciliationOverview(this.api.store.database);
    return { connectors: connectors.map(presentConnector) };
  }

  /**
   * Получить расхождения, от самого нового к самому старому.
   * @summary Расхождения
   * @param connector Имя коннектора.
   * @param status Состояние расхождений.
   * @param limit Сколько расхождений на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('reconciliation/findings')
  @OperationId('listReconciliationFindings')
  @SuccessResponse('200', 'Страница расхождений.')
  public async listReconciliationFindings(
    @Query() connector?: EntityID,
    @Query() status: FindingStatusName = 'open',
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
   * @param findingID Идентификатор расхождения.
   */
  @Get('reconciliation/findings/{findingID}')
  @OperationId('getReconciliationFinding')
  @SuccessResponse('200', 'Расхождение.')
  public async getReconciliationFinding(@Path() findingID: EntityID): Promise<ReconciliationFinding> {
    return presentFinding(await getFinding(this.api.store.database, findingID));
  }

  /**
   * Закрыть расхождение, которое ждёт оператора: обе стороны приведены в порядок. Причина остаётся в журнале действий.
   * @summary Закрыть расхождение
   * @param findingID Идентификатор расхождения.
   */
  @Post('reconciliation/findings/{findingID}/resolve')
  @OperationId('resolveReconciliationFinding')
  @SuccessResponse('200', 'Расхождение закрыто.')
  public async resolveReconciliationFinding(
    @Path() findingID: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ReconciliationFinding> {
    return presentFinding(await resolveFinding(this.api.store, { id: findingID, reason: body.reason }));
  }
}
