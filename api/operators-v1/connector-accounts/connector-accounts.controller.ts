import { Body, Get, Header, Path, Post, Res, Route, type TsoaResponse } from '@tsoa/runtime';
import type { ConnectorField } from '../../../connectors/connector-field';
import { CONNECTOR_KINDS } from '../../../connectors/kinds';
import type { AccountTest } from '../../../domain/payments/connector-account/account-test';
import type { ConnectorAccount } from '../../../domain/payments/connector-account/connector-account';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { findConnectorAccount, listConnectorAccounts } from '../../../operators/connector-accounts/connector-accounts';
import {
  requestAccountChange,
  type RequestedAccountChange,
} from '../../../operators/connector-accounts/request-account-change';
import { testConnectorAccount } from '../../../operators/connector-accounts/test-connector-account';
import { presentRequested } from '../commands/command.presenter';
import type { OperatorCommandRecord } from '../commands/command.types';
import { ApiController } from '../../http/dependencies';
import { formatEntityTag, readVersion } from '../shared/entity-tag';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import type {
  ConnectorAccess,
  ConnectorAccountList,
  ConnectorAccountState,
  ConnectorFieldDescription,
  ConnectorKindList,
  NewConnectorAccountParams,
} from './connector-account.types';

@Route()
export class ConnectorAccountsController extends ApiController {
  /**
   * Получить коннекторы и поля их учётных записей: по ним строятся формы.
   * @summary Коннекторы
   */
  @Get('connector-kinds')
  public async listConnectorKinds(): Promise<ConnectorKindList> {
    const kinds = CONNECTOR_KINDS.map(({ name, label, credentials, settings }) => ({
      ...{ name, label, credentials: credentials.map(presentField), settings: settings.map(presentField) },
    }));
    return { kinds };
  }

  /**
   * Получить учётные записи коннекторов.
   * @summary Учётные записи коннекторов
   */
  @Get('connector-accounts')
  public async listConnectorAccounts(): Promise<ConnectorAccountList> {
    return { accounts: (await listConnectorAccounts(this.api.store.database)).map(present) };
  }

  /**
   * Получить учётную запись коннектора.
   * @summary Учётная запись коннектора
   */
  @Get('connector-accounts/{id}')
  public async getConnectorAccount(@Path() id: EntityID): Promise<ConnectorAccountState> {
    const account = await findConnectorAccount(this.api.store.database, id);
    this.setHeader('ETag', formatEntityTag(account));
    return present(account);
  }

  /**
   * Создать учётную запись коннектора: она ждёт одобрения второго человека (202), который не видит реквизитов. Они хранятся зашифрованными, и
   * показать их нельзя. Повтор ничего не меняет; если под этим идентификатором есть другая, ответ — 412. Пока нет ни магазинов, ни кошельков,
   * одобрение не нужно.
   * @summary Создать учётную запись коннектора
   */
  @Post('connector-accounts')
  public async createConnectorAccount(
    @Body() body: NewConnectorAccountParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConnectorAccountState> {
    const { reason, ...given } = body;
    return this.apply({ type: 'createConnectorAccount', given, reason }, waits);
  }

  /**
   * Заменить реквизиты доступа учётной записи, а с ними и настройки, если они названы. Ждёт одобрения второго человека (202). Новые реквизиты
   * действуют во всех процессах через секунду. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор
   * что-то изменилось — 412. Повтор ничего не меняет.
   * @summary Заменить реквизиты
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Post('connector-accounts/{id}/rotate')
  public async rotateConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ConnectorAccess,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConnectorAccountState> {
    const { reason, ...given } = body;
    const version = readVersion(ifMatch);
    return this.apply({ type: 'rotateConnectorAccount', given: { id, version, ...given }, reason }, waits);
  }

  /**
   * Отправить эквайеру с реквизитами учётной записи один запрос, который ничего не меняет. Сам ответ не показывается; итог остаётся в журнале.
   * @summary Проверить учётную запись
   */
  @Post('connector-accounts/{id}/test')
  public async testConnectorAccount(@Path() id: EntityID): Promise<AccountTest> {
    return testConnectorAccount(this.api.store, id);
  }

  /**
   * Выключить учётную запись: новых платежей, привязок и выводов она через секунду не получает, начатые завершает. Если её называет маршрут,
   * ждёт одобрения второго человека (202): деньги пойдут по другой.
   * @summary Выключить учётную запись
   */
  @Post('connector-accounts/{id}/disable')
  public async disableConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ReasonParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConnectorAccountState> {
    const { version } = await findConnectorAccount(this.api.store.database, id);
    return this.apply({ type: 'disableConnectorAccount', given: { id, version }, reason: body.reason }, waits);
  }

  /**
   * Включить учётную запись. Если её называет маршрут, ждёт одобрения второго человека (202).
   * @summary Включить учётную запись
   */
  @Post('connector-accounts/{id}/enable')
  public async enableConnectorAccount(
    @Path() id: EntityID,
    @Body() body: ReasonParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConnectorAccountState> {
    const { version } = await findConnectorAccount(this.api.store.database, id);
    return this.apply({ type: 'enableConnectorAccount', given: { id, version }, reason: body.reason }, waits);
  }

  private async apply(
    change: RequestedAccountChange,
    waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConnectorAccountState> {
    const requested = await requestAccountChange(this.api.store, this.operator, change);
    if ('account' in requested) return { ...present(requested.account), isChanged: this.isChanged };
    return waits(202, await presentRequested(this.api.store.database, requested.command)) as never;
  }
}

function present(account: ConnectorAccount): ConnectorAccountState {
  const { createdAt, credentialsAt, ...fields } = account;
  const times = { createdAt: rfc3339Text(createdAt), credentialsAt: rfc3339Text(credentialsAt) };
  return { ...fields, ...times };
}

function presentField({ options, default: byDefault, ...field }: ConnectorField): ConnectorFieldDescription {
  return {
    ...field,
    ...(options && { options: [...options] }),
    ...(byDefault !== undefined && { default: String(byDefault) }),
  };
}
