import { Body, Delete, Get, Path, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { findIdentity } from '../../../store/wallets/identity/identity.queries';
import { findWallet } from '../../../store/wallets/wallet/wallet.queries';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { getWebhook, listWebhooks } from '../../../store/delivery/webhook/webhook.queries';
import { deleteWebhook } from '../../../store/delivery/webhook/webhook.transitions';
import { ApiController } from '../../http/dependencies';
import type { InvalidOperationParameters } from '../shared/error.types';
import type { EntityID } from '../shared/primitives.types';
import { presentWebhook } from './webhook.presenter';
import type { Webhook, WebhookParameters } from './webhook.types';

@Route('webhooks')
export class WebhooksController extends ApiController {
  /**
   * Создать вебхук: подписаться на события выводов или получателей средств владельца. В ответе приходит открытый ключ,
   * которым проверяется подпись каждого сообщения. Отправляются только события, которые произошли после создания
   * вебхука.
   * @summary Создать вебхук
   */
  @Post()
  @SuccessResponse('201', 'Вебхук создан.')
  @Response<InvalidOperationParameters>('422', 'Вебхук не создан: данные операции недопустимы.')
  public async createWebhook(@Body() body: WebhookParameters): Promise<Webhook> {
    const { partyID } = this.caller;
    const { identityID, scope, url } = body;
    const walletID = scope.topic === 'WithdrawalsTopic' ? scope.walletID : undefined;
    await this.assertOwn({ partyID, identityID, walletID });
    const { topic, eventTypes } = scope;
    const given = { partyID, identityID, walletID, topic, eventTypes, url };
    return presentWebhook(await createWebhook(this.api.store, given));
  }

  /**
   * Получить все вебхуки владельца.
   * @summary Получить вебхуки
   */
  @Get()
  @SuccessResponse('200', 'Вебхуки.')
  @Response<InvalidOperationParameters>('422', 'Такого владельца нет.')
  public async getWebhooks(@Query() identityID: EntityID): Promise<Webhook[]> {
    const { partyID } = this.caller;
    await this.assertOwn({ partyID, identityID });
    const webhooks = await listWebhooks(this.api.store.database, { partyID, identityID });
    return webhooks.map(presentWebhook);
  }

  /**
   * Получить вебхук: его область, адрес и открытый ключ.
   * @summary Получить вебхук
   */
  @Get('{webhookID}')
  @Response<InvalidOperationParameters>('422', 'Такого владельца нет.')
  public async getWebhookByID(@Path() webhookID: EntityID, @Query() identityID: EntityID): Promise<Webhook> {
    const { partyID } = this.caller;
    await this.assertOwn({ partyID, identityID });
    return presentWebhook(await getWebhook(this.api.store.database, { webhookID, partyID, identityID }));
  }

  /**
   * Удалить вебхук. Сообщения, которые ещё не доставлены, отбрасываются.
   * @summary Удалить вебхук
   */
  @Delete('{webhookID}')
  @SuccessResponse('204', 'Вебхук удалён.')
  @Response<InvalidOperationParameters>('422', 'Такого владельца нет.')
  public async deleteWebhookByID(@Path() webhookID: EntityID, @Query() identityID: EntityID): Promise<void> {
    const { partyID } = this.caller;
    await this.assertOwn({ partyID, identityID });
    await deleteWebhook(this.api.store, { webhookID, partyID, identityID });
  }

  /** @throws Refusal invalidOperationParameters if the identity or the wallet is not the party's */
  private async assertOwn(scope: {
    partyID: string;
    identityID: string;
    walletID?: string | undefined;
  }): Promise<void> {
    const { database } = this.api.store;
    if (!(await findIdentity(database, scope))) throw new Refusal('invalidOperationParameters', 'no such identity');
    if (scope.walletID === undefined) return;
    const wallet = await findWallet(database, scope.walletID);
    if (wallet?.identityID === scope.identityID) return;
    throw new Refusal('invalidOperationParameters', 'the identity has no such wallet');
  }
}
