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
export class ConfiguredCategoriesController extends ConfiguredController {
  protected readonly kind = 'categories';

  /**
   * Получить категории по порядку идентификаторов.
   * @summary Категории
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('categories')
  @OperationId('listConfiguredCategories')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredCategories(
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ConfiguredEntities> {
    return this.list({ limit, continuationToken });
  }

  /**
   * Получить категорию. `ETag` называет версию.
   * @summary Категория
   */
  @Get('categories/{id}')
  @OperationId('getConfiguredCategory')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredCategory(@Path() id: EntityID): Promise<ConfiguredEntity> {
    return this.read(id);
  }

  /**
   * Создать категорию. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('categories')
  @OperationId('createCategory')
  @SuccessResponse('200', 'Что настроено.')
  public async createCategory(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить категорию. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('categories/{id}')
  @OperationId('changeCategory')
  @SuccessResponse('200', 'Что настроено.')
  public async changeCategory(
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
