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
export class ConfiguredPartiesController extends ConfiguredController {
  protected readonly kind = 'parties';

  /**
   * Получить участников по порядку идентификаторов.
   * @summary Участники
   * @param blocked Заблокирован ли провайдером.
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('parties')
  @OperationId('listConfiguredParties')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredParties(
    @Query() blocked?: boolean,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ConfiguredEntities> {
    return this.list({ limit, continuationToken }, { isBlocked: blocked });
  }

  /**
   * Получить участника. `ETag` называет версию.
   * @summary Участник
   */
  @Get('parties/{id}')
  @OperationId('getConfiguredParty')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredParty(@Path() id: EntityID): Promise<ConfiguredEntity> {
    return this.read(id);
  }

  /**
   * Создать участника. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('parties')
  @OperationId('createParty')
  @SuccessResponse('200', 'Что настроено.')
  public async createParty(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить участника. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('parties/{id}')
  @OperationId('changeParty')
  @SuccessResponse('200', 'Что настроено.')
  public async changeParty(
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
