import {
  Body,
  Controller,
  Delete,
  Get,
  OperationId,
  Path,
  Post,
  Request,
  Response,
  Route,
  SuccessResponse,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { createWebhook } from '../../../store/webhook/webhook.create';
import { getWebhook, listWebhooks } from '../../../store/webhook/webhook.queries';
import { deleteWebhook } from '../../../store/webhook/webhook.transitions';
import { callerOf } from '../../http/context';
import type { ApiDependencies } from '../../http/dependencies';
import type { CreateWebhookError, GeneralError } from '../shared/error.types';
import { assertOwnParty } from '../shared/own-party';
import type { EntityID, PartyID } from '../shared/primitives.types';
import { presentWebhook } from './webhook.presenter';
import type { Webhook, WebhookParams } from './webhook.types';

@Route('processing/webhooks')
export class WebhooksController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

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
  public async createWebhook(@Request() request: HttpRequest, @Body() body: WebhookParams): Promise<Webhook> {
    const { partyID } = callerOf(request);
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
  public async getWebhooks(@Request() request: HttpRequest): Promise<Webhook[]> {
    const webhooks = await listWebhooks(this.api.store.database, { partyID: callerOf(request).partyID });
    return webhooks.map(presentWebhook);
  }

  /**
   * Получить вебхук: его область, адрес и открытый ключ.
   * @summary Получить вебхук
   * @param webhookID Идентификатор вебхука.
   */
  @Get('{webhookID}')
  @OperationId('getWebhookByID')
  @SuccessResponse('200', 'Вебхук найден.')
  public async getWebhookByID(@Request() request: HttpRequest, @Path() webhookID: EntityID): Promise<Webhook> {
    const { partyID } = callerOf(request);
    return presentWebhook(await getWebhook(this.api.store.database, { webhookID, partyID }));
  }

  /**
   * Удалить вебхук. Сообщения, которые ещё не доставлены, отбрасываются.
   * @summary Удалить вебхук
   * @param webhookID Идентификатор вебхука.
   */
  @Delete('{webhookID}')
  @OperationId('deleteWebhookByID')
  @SuccessResponse('204', 'Вебхук удалён.')
  public async deleteWebhookByID(@Request() request: HttpRequest, @Path() webhookID: EntityID): Promise<void> {
    await deleteWebhook(this.api.store, { webhookID, partyID: callerOf(request).partyID });
  }
}

@Route('processing/parties/{partyID}/webhooks')
export class PartyWebhooksController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить все вебхуки участника.
   * @summary Получить вебхуки участника
   * @param partyID Идентификатор участника.
   */
  @Get()
  @OperationId('getWebhooksForParty')
  @SuccessResponse('200', 'Вебхуки.')
  public async getWebhooksForParty(@Request() request: HttpRequest, @Path() partyID: PartyID): Promise<Webhook[]> {
    if (partyID !== callerOf(request).partyID) return [];
    const webhooks = await listWebhooks(this.api.store.database, { partyID });
    return webhooks.map(presentWebhook);
  }
}
