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
export class ConfiguredInstitutionsController extends ConfiguredController {
  protected readonly kind = 'paymentInstitutions';

  /**
   * Получить платёжные организации по порядку идентификаторов.
   * @summary Платёжные организации
   * @param realm Тестовая или боевая.
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('institutions')
  @OperationId('listConfiguredInstitutions')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredInstitutions(
    @Query() realm?: 'test' | 'live',
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ConfiguredEntities> {
    return this.list({ limit, continuationToken }, { realm });
  }

  /**
   * Получить платёжную организацию. `ETag` называет версию.
   * @summary Платёжная организация
   */
  @Get('institutions/{id}')
  @OperationId('getConfiguredInstitution')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredInstitution(@Path() id: EntityID): Promise<ConfiguredEntity> {
    return this.read(id);
  }

  /**
   * Создать платёжную организацию. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('institutions')
  @OperationId('createInstitution')
  @SuccessResponse('200', 'Что настроено.')
  public async createInstitution(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить платёжную организацию. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('institutions/{id}')
  @OperationId('changeInstitution')
  @SuccessResponse('200', 'Что настроено.')
  public async changeInstitution(
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
