import { Get, Path, Route } from '@tsoa/runtime';
import { getServiceProvider } from '../../../store/merchants/reference-data/reference-data.queries';
import { ApiController } from '../../http/dependencies';
import { presentServiceProvider } from './reference-data.presenter';
import type { ServiceProvider, ServiceProviderID } from './reference-data.types';

@Route('processing/service-providers')
export class ServiceProvidersController extends ApiController {
  /**
   * Получить поставщика платёжных услуг: его название и данные для страницы оплаты.
   * @summary Получить поставщика платёжных услуг
   */
  @Get('{serviceProviderID}')
  public async getServiceProviderByID(@Path() serviceProviderID: ServiceProviderID): Promise<ServiceProvider> {
    return presentServiceProvider(await getServiceProvider(this.api.store.database, serviceProviderID));
  }
}
