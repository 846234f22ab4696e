import { Body, Get, Header, OperationId, Patch, Path, Post, Query, Route, SuccessResponse } from '@tsoa/runtime';
import type { EntityID } from '../timelines/timeline.types';
import { ConfiguredController } from './configured-controller';
import type {
  ConfiguredEntities,
  ConfiguredEntity,
  ConfiguredEntityPatch,
  NewConfiguredEntity,
} from './configuration.types';

@Route()
export class ConfiguredContractsController extends ConfiguredController {
  protected readonly kind = 'contracts';

  /**
   * Получить договоры по порядку идентификаторов.
   * @summary Договоры
   * @param partyID Участник.
   * @param institution Платёжная организация.
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt institution
   * @minimum institution -2147483648
   * @maximum institution 2147483647
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('contracts')
  @OperationId('listConfiguredContracts')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredContracts(
    @Query() partyID?: EntityID,
    @Query() institution?: number,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ConfiguredEntities> {
    return this.list({ limit, continuationToken }, { partyID, institutionID: institution });
  }

  /**
   * Получить договор. `ETag` называет версию.
   * @summary Договор
   */
  @Get('contracts/{id}')
  @OperationId('getConfiguredContract')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredContract(@Path() id: EntityID): Promise<ConfiguredEntity> {
    return this.read(id);
  }

  /**
   * Создать договор. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('contracts')
  @OperationId('createContract')
  @SuccessResponse('200', 'Что настроено.')
  public async createContract(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить договор. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('contracts/{id}')
  @OperationId('changeContract')
  @SuccessResponse('200', 'Что настроено.')
  public async changeContract(
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
