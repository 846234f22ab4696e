import {
  Body,
  Get,
  Header,
  OperationId,
  Patch,
  Path,
  Post,
  Queries,
  Query,
  Route,
  SuccessResponse,
} from '@tsoa/runtime';
import type { EntityID } from '../timelines/timeline.types';
import { ConfiguredController } from './configured-controller';
import type {
  ConfiguredEntities,
  ConfiguredEntity,
  DateTime,
  NewConfiguredEntity,
  ShopFilter,
  ShopPatch,
} from './configuration.types';

@Route()
export class ConfiguredShopsController extends ConfiguredController {
  protected readonly kind = 'shops';

  /**
   * Получить магазины по порядку идентификаторов.
   * @summary Магазины
   */
  @Get('shops')
  @OperationId('listConfiguredShops')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredShops(@Queries() filter: ShopFilter): Promise<ConfiguredEntities> {
    const { partyID, contract, institution, category, blocked, asOf, limit = 100, continuationToken } = filter;
    const filters = { partyID, contractID: contract, institutionID: institution };
    return this.list({ limit, continuationToken, asOf }, { ...filters, categoryID: category, isBlocked: blocked });
  }

  /**
   * Получить магазин. `ETag` называет версию.
   * @summary Магазин
   * @param asOf На какое время показать условия; на сейчас, если не названо.
   */
  @Get('shops/{id}')
  @OperationId('getConfiguredShop')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredShop(@Path() id: EntityID, @Query() asOf?: DateTime): Promise<ConfiguredEntity> {
    return this.read(id, asOf);
  }

  /**
   * Создать магазин. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('shops')
  @OperationId('createShop')
  @SuccessResponse('200', 'Что настроено.')
  public async createShop(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить магазин. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('shops/{id}')
  @OperationId('changeShop')
  @SuccessResponse('200', 'Что настроено.')
  public async changeShop(
    @Path() id: EntityID,
    @Body() body: ShopPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
