import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { maskContacts } from '../../../domain/operators/person/mask-body';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { TimelineTarget } from '../../../domain/operators/timeline/target';
import type { TimelineFact } from '../../../domain/operators/timeline/facts';
import { buildTimeline, workflowUrl } from '../../../operators/timeline/timeline';
import { readWorkflowSteps } from '../../../operators/timeline/workflow-steps';
import { ApiController } from '../../http/dependencies';
import type { EntityID, Timeline, TimelineQuery, TimelineSubject } from './timeline.types';

@Route()
export class TimelinesController extends ApiController {
  /**
   * Получить всё, что известно о платеже: запросы к API, изменения, проводки, шаги процессов, обращения к провайдерам, попытки
   * доставки вебхуков и команды операторов — от запроса до последнего вебхука.
   * @summary История платежа
   */
  @Get('payments/{invoiceID}/{paymentID}/timeline')
  public async getPaymentTimeline(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Queries() view: TimelineQuery,
  ): Promise<Timeline> {
    return this.timeline({ kind: 'payment', invoiceID, paymentID }, view);
  }

  /**
   * Получить всё, что известно о возврате.
   * @summary История возврата
   */
  @Get('payments/{invoiceID}/{paymentID}/refunds/{refundID}/timeline')
  public async getRefundTimeline(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() refundID: EntityID,
    @Queries() view: TimelineQuery,
  ): Promise<Timeline> {
    return this.timeline({ kind: 'refund', invoiceID, paymentID, refundID }, view);
  }

  /**
   * Получить всё, что известно о выводе средств.
   * @summary История вывода средств
   */
  @Get('withdrawals/{withdrawalID}/timeline')
  public async getWithdrawalTimeline(
    @Path() withdrawalID: EntityID,
    @Queries() view: TimelineQuery,
  ): Promise<Timeline> {
    return this.timeline({ kind: 'withdrawal', id: withdrawalID }, view);
  }

  /**
   * Получить всё, что известно об объекте, о котором рассказывают вебхуки: инвойсе со всеми его платежами, плательщике,
   * выводе или получателе средств; или о пополнении кошелька: команды операторов и проводки.
   * @summary История объекта
   * @param subject Вид объекта.
   * @param subjectID Идентификатор объекта.
   */
  @Get('subjects/{subject}/{subjectID}/timeline')
  public async getSubjectTimeline(
    @Path() subject: TimelineSubject,
    @Path() subjectID: EntityID,
    @Queries() view: TimelineQuery,
  ): Promise<Timeline> {
    return this.timeline({ kind: subject, id: subjectID }, view);
  }

  private async timeline(target: TimelineTarget, { kind, unfolded }: TimelineQuery): Promise<Timeline> {
    const { store, engine } = this.api;
    const getSteps = async (ids: readonly string[]) => readWorkflowSteps(engine, ids);
    const { entries, missing } = await buildTimeline(store, target, getSteps, { kind, isUnfolded: unfolded });
    // An endpoint's answer may repeat the message, and a note may have what a payer has said.
    const show = (fact: TimelineFact): TimelineFact =>
      (fact.type === 'delivery' || fact.type === 'note') && fact.text !== undefined && this.masksContacts()
        ? { ...fact, text: maskContacts(fact.text) }
        : fact;
    return {
      entries: entries.map(({ at, kind, fact, workflow, foldedCount }) => ({
        ...{ at: rfc3339Text(at), kind, fact: show(fact) },
        ...(workflow ? { workflow: { ...workflow, url: workflowUrl(workflow, engine.ui) } } : {}),
        ...(foldedCount === undefined ? {} : { folded: foldedCount }),
      })),
      missing,
    };
  }
}
