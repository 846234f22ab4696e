/* eslint-disable max-params -- tsoa takes the parameters of a request and its other answers from the signatures */
import { Body, Get, Header, Patch, Path, Post, Queries, Query, Res, Route, type TsoaResponse } from '@tsoa/runtime';
import { CONFIGURED_KINDS, readId, type ConfigurationOrder } from '../../../operators/configuration/configuration';
import { requestConfiguration } from '../../../operators/configuration/request-configuration';
import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { getVersioned, listVersioned } from '../../../store/merchants/configuration/configuration.queries';
import { presentRequested } from '../commands/command.presenter';
import type { OperatorCommandRecord } from '../commands/command.types';
import { ApiController } from '../../http/dependencies';
import { formatEntityTag, readVersion } from '../shared/entity-tag';
import type { EntityID } from '../timelines/timeline.types';
import { presentEntity } from './configuration.presenter';
import type {
  ConfigurationFilter,
  ConfiguredEntities,
  ConfiguredEntity,
  ConfiguredEntityPatch,
  ConfiguredList,
  DateTime,
  NewConfiguredEntity,
  RollBackParams,
} from './configuration.types';

@Route()
export class ConfigurationController extends ApiController {
  /**
   * Получить настроенные объекты одного вида по порядку идентификаторов.
   * @summary Настроенные объекты
   */
  @Get('configuration/{list}')
  public async listConfigured(
    @Path() list: ConfiguredList,
    @Queries() filter: ConfigurationFilter,
  ): Promise<ConfiguredEntities> {
    const { partyID, contract, institution, category, blocked, realm, asOf, limit = 100, continuationToken } = filter;
    const filters = { partyID, contractID: contract, institutionID: institution, categoryID: category, realm };
    const page = { filters: { ...filters, isBlocked: blocked }, limit: limit + 1, after: continuationToken };
    const found = await listVersioned(this.api.store.database, CONFIGURED_KINDS[TYPES[list]], {
      ...page,
      at: readTime(asOf),
    });
    const result = this.withoutContacts(found.slice(0, limit).map(presentEntity));
    const last = result.at(-1);
    return { result, ...(found.length > limit && last && { continuationToken: last.id }) };
  }

  /**
   * Получить настроенный объект. `ETag` называет версию.
   * @summary Настроенный объект
   * @param asOf На какое время показать условия магазина; на сейчас, если не названо.
   */
  @Get('configuration/{list}/{id}')
  public async getConfigured(
    @Path() list: ConfiguredList,
    @Path() id: EntityID,
    @Query() asOf?: DateTime,
  ): Promise<ConfiguredEntity> {
    const found = await getVersioned(this.api.store.database, CONFIGURED_KINDS[TYPES[list]], {
      id,
      at: readTime(asOf),
    });
    this.setHeader('ETag', formatEntityTag(found));
    return this.withoutContacts(presentEntity(found));
  }

  /**
   * Создать объект. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412. Объект, который решает, куда идут
   * деньги, ждёт одобрения второго человека: тогда ответ — 202.
   * @summary Создать
   */
  @Post('configuration/{list}')
  public async createConfigured(
    @Path() list: ConfiguredList,
    @Body() body: NewConfiguredEntity,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConfiguredEntity> {
    const { value, reason } = body;
    const id = readId(value);
    return this.apply({ list, id, reason, order: { name: 'create', type: TYPES[list], value } }, waits);
  }

  /**
   * Изменить объект. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда. Маршруты, банковский счёт, условия вне допустимых комиссий ждут одобрения второго человека: тогда ответ — 202.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('configuration/{list}/{id}')
  public async changeConfigured(
    @Path() list: ConfiguredList,
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    const version = readVersion(ifMatch);
    const { changes, validFrom, reason } = body;
    const scheduled = validFrom === undefined ? {} : { validFrom };
    return this.apply(
      { list, id, reason, order: { name: 'change', type: TYPES[list], id, version, changes, ...scheduled } },
      waits,
    );
  }

  /**
   * Вернуть объекту значения его прежней версии, кроме блокировки. Одобрение нужно там же, где оно нужно изменению.
   * @summary Вернуть прежнюю версию
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Post('configuration/{list}/{id}/roll-back')
  public async rollBackConfigured(
    @Path() list: ConfiguredList,
    @Path() id: EntityID,
    @Body() body: RollBackParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    const { toVersion, reason } = body;
    const version = readVersion(ifMatch);
    return this.apply(
      { list, id, reason, order: { name: 'rollBack', type: TYPES[list], id, version, toVersion } },
      waits,
    );
  }

  private async apply(
    { list, id, order, reason }: { list: ConfiguredList; id: string; order: ConfigurationOrder; reason: string },
    waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ConfiguredEntity> {
    const requested = await requestConfiguration(this.api.store, this.operator, { order, reason });
    if ('changes' in requested) return { ...(await this.getConfigured(list, id)), isChanged: this.isChanged };
    return waits(202, await presentRequested(this.api.store.database, requested.command)) as never;
  }
}

const TYPES = {
  categories: 'category',
  contracts: 'contract',
  institutions: 'paymentInstitution',
  parties: 'party',
  shops: 'shop',
  'wallet-providers': 'walletProvider',
} as const satisfies Record<ConfiguredList, string>;

function readTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseRfc3339(text);
}
