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
export class ConfiguredWalletProvidersController extends ConfiguredController {
  protected readonly kind = 'walletProviders';

  /**
   * Получить провайдеров кошельков по порядку идентификаторов.
   * @summary Провайдеры кошельков
   * @param realm Тестовый или боевой.
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('wallet-providers')
  @OperationId('listConfiguredWalletProviders')
  @SuccessResponse('200', 'Страница.')
  public async listConfiguredWalletProviders(
    @Query() realm?: 'test' | 'live',
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ConfiguredEntities> {
    return this.list({ limit, continuationToken }, { realm });
  }

  /**
   * Получить провайдера кошельков. `ETag` называет версию.
   * @summary Провайдер кошельков
   */
  @Get('wallet-providers/{id}')
  @OperationId('getConfiguredWalletProvider')
  @SuccessResponse('200', 'Что настроено.')
  public async getConfiguredWalletProvider(@Path() id: EntityID): Promise<ConfiguredEntity> {
    return this.read(id);
  }

  /**
   * Создать провайдера кошельков. Повтор ничего не меняет; если под этим идентификатором настроено другое, ответ — 412.
   * @summary Создать
   */
  @Post('wallet-providers')
  @OperationId('createWalletProvider')
  @SuccessResponse('200', 'Что настроено.')
  public async createWalletProvider(@Body() body: NewConfiguredEntity): Promise<ConfiguredEntity> {
    return this.create(body);
  }

  /**
   * Изменить провайдера кошельков. `If-Match` называет версию, которую вы прочитали: без него ответ — 428, а если с тех пор что-то изменилось — 412,
   * и названо, что, кто и когда.
   * @summary Изменить
   * @param ifMatch Версия из `ETag`.
   * @maxLength ifMatch 40
   */
  @Patch('wallet-providers/{id}')
  @OperationId('changeWalletProvider')
  @SuccessResponse('200', 'Что настроено.')
  public async changeWalletProvider(
    @Path() id: EntityID,
    @Body() body: ConfiguredEntityPatch,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ConfiguredEntity> {
    return this.change(id, { patch: body, ifMatch });
  }
}
