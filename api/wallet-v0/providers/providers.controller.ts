import { Get, Path, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { residenceKey } from '../../../domain/wallets/residence/residence';
import {
  findWalletProvider,
  listWalletProviders,
} from '../../../store/wallets/wallet-provider/wallet-provider.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID, ResidenceQuery } from '../shared/primitives.types';
import type * as Wire from './provider.types';

@Route('providers')
export class ProvidersController extends ApiController {
  /**
   * Получить провайдеров, у которых можно создать владельцев кошельков.
   * @summary Получить провайдеров
   * @param residence Трёхбуквенный код страны в любом регистре: только провайдеры, которые обслуживают её резидентов.
   */
  @Get()
  @SuccessResponse('200', 'Провайдеры.')
  public async listProviders(@Query() residence?: ResidenceQuery): Promise<Wire.Provider[]> {
    const providers = await listWalletProviders(this.api.store.database, residence && residenceKey(residence));
    return providers.map(presentProvider);
  }

  /**
   * Получить провайдера.
   * @summary Получить провайдера
   */
  @Get('{providerID}')
  public async getProvider(@Path() providerID: EntityID): Promise<Wire.Provider> {
    const provider = await findWalletProvider(this.api.store.database, providerID);
    if (!provider) throw notFound('Provider');
    return presentProvider(provider);
  }
}

function presentProvider({ id, name, residences }: WalletProvider): Wire.Provider {
  return { id, name, residences: [...residences] };
}
