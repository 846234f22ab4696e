import { Body, Delete, Get, OperationId, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createWebhook } from '../../../store/webhook/webhook.create';
import { getWebhook, listWebhooks } from '../../../store/webhook/webhook.queries';
import { deleteWebhook } from '../../../store/webhook/webhook.transitions';
import { ApiController } from '../../http/dependencies';
import type { CreateWebhookError, GeneralError } from '../shared/error.types';
import { assertOwnParty } from '../shared/own-party';
import type { EntityID, PartyID } from '../shared/primitives.types';
import { presentWebhook } from './webhook.presenter';
import type { Webhook, WebhookParams } from './webhook.types';

@Route('processing/webhooks')
export class WebhooksController extends ApiController {
  /**
   * Создать вебхук: подписаться на события магазина. В ответе приходит открытый ключ, которым проверяется подпись каждого
   * сообщения. Отправляются только события, которые произошли после создания вебхука.
   * @summary Создать вебхук
   */
  @Post()
  @OperationId('createWebhook')
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
  @OperationId('getWebhooks')
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
  @OperationId('getWebhookByID')
  @SuccessResponse('200', 'Вебхук найден.')
  public async getWebhookByID(@Path() webhookID: EntityID): Promise<Webhook> {
    return presentWebhook(await getWebhook(this.api.store.database, { webhookID, partyID: this.caller.partyID }));
  }

  /**
   * Удалить вебхук. Сообщения, которые ещё не доставлены, отбрасываются.
   * @summary Удалить вебхук
   */
  @Delete('{webhookID}')
  @OperationId('deleteWebhookByID')
  @SuccessResponse('204', 'Вебхук удалён.')
  public async deleteWebhookByID(@Path() webhookID: EntityID): Promise<void> {
    await deleteWebhook(this.api.store, { webhookID, partyID: this.caller.partyID });
  }
}

@Route('processing/parties/{partyID}/webhooks')
export class PartyWebhooksController extends ApiController {
  /**
   * Получить все вебхуки участника.
   * @summary Получить вебхуки участника
   */
  @Get()
  @OperationId('getWebhooksForParty')
  @SuccessResponse('200', 'Вебхуки.')
  public async getWebhooksForParty(@Path() partyID: PartyID): Promise<Webhook[]> {
    if (partyID !== this.caller.partyID) return [];
    const webhooks = await listWebhooks(this.api.store.database, { partyID });
    return webhooks.map(presentWebhook);
  }
}
