import { Get, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { getChargeback, listChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import { ApiController } from '../../http/dependencies';
import { presentChargeback } from './chargeback.presenter';
import type { Chargeback } from './chargeback.types';
import type { EntityID } from '../shared/primitives.types';

@Route('processing/invoices/{invoiceID}/payments/{paymentID}/chargebacks')
export class ChargebacksController extends ApiController {
  /**
   * Получить все чарджбэки по платежу, от первого к последнему. Чарджбэк заводит платформа, когда банк плательщика
   * оспаривает платёж; пока он рассматривается, вернуть деньги по платежу нельзя.
   * @summary Получить чарджбэки платежа
   */
  @Get()
  @SuccessResponse('200', 'Чарджбэки платежа.')
  public async getChargebacks(@Path() invoiceID: EntityID, @Path() paymentID: EntityID): Promise<Chargeback[]> {
    const { partyID } = this.caller;
    const chargebacks = await listChargebacks(this.api.store.database, { invoiceID, paymentID, partyID });
    return chargebacks.map(presentChargeback);
  }

  /**
   * Получить чарджбэк и узнать его стадию и статус.
   * @summary Получить чарджбэк
   */
  @Get('{chargebackID}')
  public async getChargebackByID(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
  ): Promise<Chargeback> {
    const ref = { invoiceID, paymentID, chargebackID, partyID: this.caller.partyID };
    return presentChargeback(await getChargeback(this.api.store.database, ref));
  }
}
