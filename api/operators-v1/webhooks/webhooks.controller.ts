import { Body, Get, Path, Post, Put, Query, Route } from '@tsoa/runtime';
import { listAttempts } from '../../../store/delivery/webhook/attempt.queries';
import { auditAttemptRequest, findAttemptRequest } from '../../../store/delivery/webhook/attempt.request';
import { discardNow, retryNow } from '../../../store/delivery/webhook/operator-actions';
import { pauseWebhook, resumeWebhook } from '../../../store/delivery/webhook/pause';
import { rotateWebhookKey } from '../../../store/delivery/webhook/rotate-key';
import { rotateStandardKey } from '../../../store/delivery/webhook/rotate-standard-key';
import { setStandardHeaders } from '../../../store/delivery/webhook/standard-headers';
import { getWebhookOverview, listWebhookOverviews } from '../../../store/delivery/webhook/webhook.overview';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentAttempts, presentRequest, presentWebhook } from './webhook.presenter';
import type {
  AttemptRequest,
  DeliveryAttempts,
  Discarded,
  DiscardParams,
  EventID,
  KeyRotationParams,
  OperatedWebhook,
  OperatedWebhooks,
  ReasonParams,
  Retried,
  StandardHeadersParams,
  SubjectName,
  SubjectParams,
} from './webhook.types';

@Route()
export class OperatedWebhooksController extends ApiController {
  /**
   * Получить вебхуки участника, кроме удалённых.
   * @summary Вебхуки участника
   */
  @Get('parties/{partyID}/webhooks')
  public async listPartyWebhooks(@Path() partyID: EntityID): Promise<OperatedWebhooks> {
    const webhooks = await listWebhookOverviews(this.api.store.database, partyID);
    return { webhooks: webhooks.map(presentWebhook) };
  }

  /**
   * Получить вебхук: куда он ведёт, приостановлен ли, сколько сообщений ждёт.
   * @summary Вебхук
   */
  @Get('webhooks/{webhookID}')
  public async getOperatedWebhook(@Path() webhookID: EntityID): Promise<OperatedWebhook> {
    return presentWebhook(await getWebhookOverview(this.api.store.database, webhookID));
  }

  /**
   * Получить попытки доставки, от самой новой к самой старой. Попытки удалённого вебхука тоже известны.
   * @summary Попытки доставки
   * @param subject Объект, о котором сообщения.
   * @param limit Сколько попыток на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('webhooks/{webhookID}/attempts')
  public async listDeliveryAttempts(
    @Path() webhookID: EntityID,
    @Query() subject?: SubjectName,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<DeliveryAttempts> {
    const request = { webhookID, subject, limit, after: continuationToken };
    return presentAttempts(await listAttempts(this.api.store.database, request), {
      ...{ limit, isMasked: this.masksContacts() },
    });
  }

  /**
   * Получить запрос, отправленный при попытке: адрес, заголовки и тело. Попытки хранятся 90 дней, тела сообщений — бессрочно. Без роли `support`
   * или `finance` персональные данные скрыты; с ней каждый просмотр попадает в журнал действий, и их вместе с поисками не больше 60 в минуту.
   * @summary Запрос попытки
   * @param number Номер попытки.
   * @isInt number
   * @minimum number 1
   * @maximum number 2147483647
   */
  @Get('webhooks/{webhookID}/attempts/{eventID}/{number}')
  public async getAttemptRequest(
    @Path() webhookID: EntityID,
    @Path() eventID: EventID,
    @Path() number: number,
  ): Promise<AttemptRequest> {
    const { store, searches } = this.api;
    const ref = { webhookID, eventID: BigInt(eventID), number };
    const request = await findAttemptRequest(store.database, ref);
    const isMasked = this.masksContacts();
    if (!isMasked) {
      const { operator, origin } = this.asOperator();
      await searches.count(operator.operatorID);
      await auditAttemptRequest(store.database, ref, origin);
    }
    return presentRequest(request, isMasked);
  }

  /**
   * Приостановить доставку: сообщения копятся и ничего не теряется.
   * @summary Приостановить вебхук
   */
  @Post('webhooks/{webhookID}/pause')
  public async pauseWebhook(@Path() webhookID: EntityID, @Body() body: ReasonParams): Promise<OperatedWebhook> {
    await pauseWebhook(this.api.store, { webhookID, reason: body.reason });
    return { ...(await this.getOperatedWebhook(webhookID)), isChanged: this.isChanged };
  }

  /**
   * Возобновить доставку: всё, что накопилось, отправляется по порядку, и срок повторов начинается заново.
   * @summary Возобновить вебхук
   */
  @Post('webhooks/{webhookID}/resume')
  public async resumeWebhook(@Path() webhookID: EntityID): Promise<OperatedWebhook> {
    await resumeWebhook(this.api.store, webhookID);
    return { ...(await this.getOperatedWebhook(webhookID)), isChanged: this.isChanged };
  }

  /**
   * Попробовать доставить сейчас то, чего не приняли. Расписание повторов не меняется.
   * @summary Попробовать сейчас
   */
  @Post('webhooks/{webhookID}/retry')
  public async retryWebhook(@Path() webhookID: EntityID, @Body() body: SubjectParams): Promise<Retried> {
    return retryNow(this.api.store, { webhookID, subject: body.subject });
  }

  /**
   * Отбросить то, что ждёт доставки и не принимается (у приостановленного вебхука — всё, что накопилось). О том, что
   * произойдёт позже, сообщается.
   * @summary Отбросить сообщения
   */
  @Post('webhooks/{webhookID}/discard')
  public async discardWebhookMessages(@Path() webhookID: EntityID, @Body() body: DiscardParams): Promise<Discarded> {
    return discardNow(this.api.store, { webhookID, subject: body.subject, reason: body.reason });
  }

  /**
   * Заменить ключ, которым подписываются сообщения вебхука. Новый открытый ключ публикуется сразу, в
   * `publicKey` вебхука и остальных вебхуков участника с тем же адресом, а подписываются сообщения прежним, пока не пройдёт `overlapSeconds`. Ключ Standard Webhooks
   * (`"key": "standard"`) публикуется в `standardPublicKey` и начинает подписывать в течение минуты; до конца `overlapSeconds` в
   * `webhook-signature` стоят подписи обоими ключами, новым и прежним.
   * @summary Заменить ключ подписи
   */
  @Post('webhooks/{webhookID}/rotate-key')
  public async rotateWebhookKey(
    @Path() webhookID: EntityID,
    @Body() body: KeyRotationParams,
  ): Promise<OperatedWebhook> {
    const { key = 'content', overlapSeconds, reason } = body;
    const rotate = key === 'standard' ? rotateStandardKey : rotateWebhookKey;
    await rotate(this.api.store, { webhookID, overlapSeconds, reason });
    return { ...(await this.getOperatedWebhook(webhookID)), isChanged: this.isChanged };
  }

  /**
   * Добавить к сообщениям заголовки Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature` версии `v1a`) или
   * убрать их. `Content-Signature` остаётся.
   * @summary Заголовки Standard Webhooks
   */
  @Put('webhooks/{webhookID}/standard-headers')
  public async setStandardHeaders(
    @Path() webhookID: EntityID,
    @Body() body: StandardHeadersParams,
  ): Promise<OperatedWebhook> {
    await setStandardHeaders(this.api.store, { webhookID, isEnabled: body.enabled });
    return { ...(await this.getOperatedWebhook(webhookID)), isChanged: this.isChanged };
  }
}
