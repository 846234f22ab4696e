import { Get, Path, Query, Route, SuccessResponse } from '@tsoa/runtime';
import {
  getPaymentInstitution,
  listPaymentInstitutions,
} from '../../../store/merchants/reference-data/reference-data.queries';
import { ApiController } from '../../http/dependencies';
import type { CountryCode, RealmMode } from '../shared/primitives.types';
import { presentPaymentInstitution, presentPaymentTerms } from './reference-data.presenter';
import type { PaymentInstitution, PaymentInstitutionID, PaymentTerms } from './reference-data.types';

@Route('processing/payment-institutions')
export class PaymentInstitutionsController extends ApiController {
  /**
   * Получить платёжные организации: все либо те, что обслуживают резидентов страны или работают в указанном режиме.
   * @summary Получить платёжные организации
   * @param residence Страна, резидентов которой обслуживает организация.
   * @param realm Режим работы организации: `test` — тестовый, `live` — боевой.
   */
  @Get()
  @SuccessResponse('200', 'Платёжные организации.')
  public async getPaymentInstitutions(
    @Query() residence?: CountryCode,
    @Query() realm?: RealmMode,
  ): Promise<PaymentInstitution[]> {
    const institutions = await listPaymentInstitutions(this.api.store.database, { residence, realm });
    return institutions.map(presentPaymentInstitution);
  }

  /**
   * Получить платёжную организацию.
   * @summary Получить платёжную организацию
   */
  @Get('{paymentInstitutionID}')
  public async getPaymentInstitutionByRef(
    @Path() paymentInstitutionID: PaymentInstitutionID,
  ): Promise<PaymentInstitution> {
    return presentPaymentInstitution(await getPaymentInstitution(this.api.store.database, paymentInstitutionID));
  }

  /**
   * Получить условия, на которых платёжная организация принимает платежи: валюты и категории товаров и услуг.
   * @summary Получить условия приёма платежей
   */
  @Get('{paymentInstitutionID}/terms/payments')
  public async getPaymentInstitutionPaymentTerms(
    @Path() paymentInstitutionID: PaymentInstitutionID,
  ): Promise<PaymentTerms> {
    return presentPaymentTerms(await getPaymentInstitution(this.api.store.database, paymentInstitutionID));
  }
}
