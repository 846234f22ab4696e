import { Body, Delete, Get, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { listFailingDeliveries } from '../../../store/delivery/webhook/invoice-deliveries';
import { retryNow } from '../../../store/delivery/webhook/operator-actions';
import { createStandardSecret, deleteStandardSecret } from '../../../store/delivery/webhook/standard-secret';
import { getWebhook, listWebhooks } from '../../../store/delivery/webhook/webhook.queries';
import { deleteWebhook } from '../../../store/delivery/webhook/webhook.transitions';
import { ApiController } from '../../http/dependencies';
import { presentDelivery } from '../invoices/invoice-delivery.presenter';
import type { InvoiceDelivery } from '../invoices/invoice-delivery.types';
import type { CreateWebhookError, GeneralError } from '../shared/error.types';
import { assertOwnParty } from '../shared/own-party';
import type { EntityID, PartyID } from '../shared/primitives.types';
import { presentWebhook } from './webhook.presenter';
import type { Webhook, WebhookParams, WebhookRetry, WebhookSecret } from './webhook.types';

@Route('processing/webhooks')
export class WebhooksController extends ApiController {
  /**
   * Создать вебхук: подписаться на события магазина. В ответе приходит открытый ключ, которым проверяется подпись каждого
   * сообщения. Отправляются только события, которые произошли после создания вебхука.
   * @summary Создать вебхук
   */
  @Post()
  @SuccessResponse('201', 'Вебхук создан.')
  @Response<CreateWebhookError>('400', 'Вебхук не создан.')
  @Response<GeneralError>('429', 'Превышено число вебхуков магазина.')
  public async createWebhook(@Body() body: WebhookParams): Promise<Webhook> {
    const { partyID } = this.caller;
    assertOwnParty(partyID, body.partyID);
    const { topic, shopID, eventTypes } = body.scope;
    return presentWebhook(await createWebhook(this.api.store, { partyID, topic, shopID, eventTypes, url: body.url }));
  }

  /**
   * Получить все вебхуки вашего участника.
   * @summary Получить вебхуки
   */
  @Get()
  @SuccessResponse('200', 'Вебхуки.')
  public async getWebhooks(): Promise<Webhook[]> {
    const webhooks = await listWebhooks(this.api.store.database, { partyID: this.caller.partyID });
    return webhooks.map(presentWebhook);
  }

  /**
   * Получить вебхук: его область, адрес и открытый ключ.
   * @summary Получить вебхук
   */
  @Get('{webhookID}')
  public async getWebhookByID(@Path() webhookID: EntityID): Promise<Webhook> {
    return presentWebhook(await getWebhook(this.api.store.database, { webhookID, partyID: this.caller.partyID }));
  }

  /**
   * Удалить вебхук. Сообщения, которые ещё не доставлены, отбрасываются.
   * @summary Удалить вебхук
   */
  @Delete('{webhookID}')
  @SuccessResponse('204', 'Вебхук удалён.')
  public async deleteWebhookByID(@Path() webhookID: EntityID): Promise<void> {
    await deleteWebhook(this.api.store, { webhookID, partyID: this.caller.partyID });
  }

  /**
   * Включить подпись общим секретом (`v1`) по правилам Standard Webhooks, в том числе для вебхука кошельков. В заголовке
   * `webhook-signature` она стоит рядом с подписью `v1a`. Повтор меняет секрет: прежним сообщения подписываются ещё сутки, и
   * таких прежних секретов не больше трёх.
   * @summary Создать или сменить секрет
   */
  @Post('{webhookID}/secret')
  @SuccessResponse('201', 'Секрет, который показывается один раз.')
  public async createWebhookSecret(@Path() webhookID: EntityID): Promise<WebhookSecret> {
    return { secret: await createStandardSecret(this.api.store, { webhookID, partyID: this.caller.partyID }) };
  }

  /**
   * Выключить подпись общим секретом. Подпись `v1a` остаётся.
   * @summary Удалить секрет
   */
  @Delete('{webhookID}/secret')
  @SuccessResponse('204', 'Секрета больше нет.')
  public async deleteWebhookSecret(@Path() webhookID: EntityID): Promise<void> {
    await deleteStandardSecret(this.api.store, { webhookID, partyID: this.caller.partyID });
  }

  /**
   * Получить сообщения, которые ваш сервер не принял и которые платформа отправит снова, от новых к старым, не больше ста: тело и
   * что сервер ответил в последних попытках. Расширение договора.
   * @summary Получить недоставленные сообщения
   */
  @Get('{webhookID}/failing')
  @SuccessResponse('200', 'Сообщения.')
  public async getFailingDeliveries(@Path() webhookID: EntityID): Promise<InvoiceDelivery[]> {
    const { partyID } = this.caller;
    await getWebhook(this.api.store.database, { webhookID, partyID });
    return (await listFailingDeliveries(this.api.store.database, { webhookID, partyID })).map(presentDelivery);
  }

  /**
   * Отправить недоставленные сообщения сейчас, не дожидаясь расписания; само расписание не меняется. Приостановленный вебхук
   * отвечает отказом. Расширение договора.
   * @summary Отправить недоставленное снова
   */
  @Post('{webhookID}/retry')
  @SuccessResponse('200', 'Сообщения отправляются.')
  @Response<CreateWebhookError>('400', 'Вебхук приостановлен.')
  public async retryWebhook(@Path() webhookID: EntityID): Promise<WebhookRetry> {
    await getWebhook(this.api.store.database, { webhookID, partyID: this.caller.partyID });
    return retryNow(this.api.store, { webhookID });
  }
}

@Route('processing/parties/{partyID}/webhooks')
export class PartyWebhooksController extends ApiController {
  /**
   * Получить все вебхуки участника.
   * @summary Получить вебхуки участника
   */
  @Get()
  @SuccessResponse('200', 'Вебхуки.')
  public async getWebhooksForParty(@Path() partyID: PartyID): Promise<Webhook[]> {
    // The contract has no 404 here.
    if (partyID !== this.caller.partyID) throw new Refusal('forbidden', 'the webhooks are of another party');
    const webhooks = await listWebhooks(this.api.store.database, { partyID });
    return webhooks.map(presentWebhook);
  }
}
