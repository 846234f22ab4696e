import { Body, Get, Header, OperationId, Path, Post, Route, SuccessResponse } from '@tsoa/runtime';
import type { ConnectorAccount } from '../../../domain/connector-account/connector-account';
import { rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import { registerCardAccount } from '../../../operators/connector-accounts/card-accounts';
import {
  createConnectorAccount,
  findConnectorAccount,
  listConnectorAccounts,
  rotateConnectorAccount,
  switchConnectorAccount,
} from '../../../operators/connector-accounts/connector-accounts';
import { ApiController } from '../../http/dependencies';
import { formatEntityTag, readVersion } from '../shared/entity-tag';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import type {
  ConnectorAccess,
  ConnectorAccountList,
  ConnectorAccountState,
  NewConnectorAccountParams,
} from './connector-account.types';

@Route()
export class ConnectorAccountsController extends ApiController {
  /**
   * Получить учётные записи коннекторов.
   * @summary Учётные записи коннекторов
   */
  @Get('connector-accounts')
  @OperationId('listConnectorAccounts')
  @SuccessResponse('200', 'Учётные записи.')
  public async listConnectorAccounts(): Promise<ConnectorAccountList> {
    return { accounts: (await listConnectorAccounts(this.api.store)).map(present) };
  }

  /**
   * Получить учётную запись коннектора.
   * @summary Учётная запись коннектора
   */
  @Get('connector-accounts/{id}')
  @OperationId('getConnectorAccount')
  @SuccessResponse('200', 'Учётная запись.')
  public async getConnectorAccount(@Path() id: EntityID): Promise<ConnectorAccountState> {
    const account = await findConnectorAccount(this.api.store, id);
    this.setHeader('ETag', formatEntityTag(account));
    return present(account);
  }

  /**
   * Создать учётную запись коннектора. Реквизиты хранятся зашифрованными, и показать их нельзя. Повтор ничего не меняет; если под этим
   * идентификатором есть другая, ответ — 412. Маршруты могут называть её сразу, без перезапуска.
   * @summary Создать учётную запись коннектора
   */
  @Post('connector-accounts')
  @OperationId('createConnectorAccount')
  @SuccessResponse('200', 'Учётная запись.')
  public async createConnectorAccount(@Body() body: NewConnectorAccountParams): Promise<ConnectorAccountState> {
    return this.registered(await createConnectorAccount(this.api.store, body), body.credentials);
  }

  /**
   * Заменить реквизиты доступа учётной записи, а с ними и настройки, если они названы. Новые реквизиты действуют во всех процессах через секунду.
   * `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412. Повтор ничего не меняет.
   * @summary Заменить реквизиты
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Post('connector-accounts/{id}/rotate')
  @OperationId('rotateConnectorAccount')
  @SuccessResponse('200', 'Учётная запись.')
  public async rotateConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ConnectorAccess,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConnectorAccountState> {
    const version = readVersion(ifMatch);
    return this.registered(await rotateConnectorAccount(this.api.store, { id, ...body, version }), body.credentials);
  }

  /**
   * Выключить учётную запись: новых платежей, привязок и выводов она через секунду не получает, начатые завершает.
   * @summary Выключить учётную запись
   */
  @Post('connector-accounts/{id}/disable')
  @OperationId('disableConnectorAccount')
  @SuccessResponse('200', 'Учётная запись.')
  public async disableConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ConnectorAccountState> {
    return this.changed(await switchConnectorAccount(this.api.store, { id, isEnabled: false, reason: body.reason }));
  }

  /**
   * Включить учётную запись.
   * @summary Включить учётную запись
   */
  @Post('connector-accounts/{id}/enable')
  @OperationId('enableConnectorAccount')
  @SuccessResponse('200', 'Учётная запись.')
  public async enableConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ReasonParams,
  ): Promise<ConnectorAccountState> {
    return this.changed(await switchConnectorAccount(this.api.store, { id, isEnabled: true, reason: body.reason }));
  }

  /** A repetition of the change registers the account if the vault was down. */
  private async registered(account: ConnectorAccount, credentials: unknown): Promise<ConnectorAccountState> {
    await registerCardAccount(this.api.vault, account, credentials);
    return this.changed(account);
  }

  private changed(account: ConnectorAccount): ConnectorAccountState {
    return { ...present(account), isChanged: this.isChanged };
  }
}

function present(account: ConnectorAccount): ConnectorAccountState {
  const { createdAt, credentialsAt, ...fields } = account;
  const times = { createdAt: rfc3339Text(createdAt), credentialsAt: rfc3339Text(credentialsAt) };
  return { ...fields, ...times };
}
