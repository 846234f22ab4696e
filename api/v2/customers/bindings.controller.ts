import { Body, Get, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createBinding } from '../../../store/payments/binding/binding.create';
import { getBinding, getCustomer, listBindings } from '../../../store/payments/customer/customer.queries';
import { getScope } from '../../http/context';
import { ApiController } from '../../http/dependencies';
import { presentBinding } from './customer.presenter';
import type { CustomerBinding, CustomerBindingParams } from './customer.types';
import type { CreateBindingError, ExternalIDConflictError } from '../shared/error.types';
import { findAcceptingAccounts, givenResource } from '../payment-resources/payment-resource.request';
import type { EntityID } from '../shared/primitives.types';

@Route('processing/customers/{customerID}/bindings')
export class BindingsController extends ApiController {
  /**
   * Привязать к покупателю карту, которая только что токенизирована. Банк проверяет её асинхронно и может попросить
   * покупателя подтвердить привязку: следите за событиями покупателя. Платежи проводятся по последней успешной привязке.
   * @summary Создать привязку
   */
  @Post()
  @SuccessResponse('201', 'Привязка создана.')
  @Response<CreateBindingError>('400', 'Привязка не создана.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createBinding(
    @Path() customerID: EntityID,
    @Body() body: CustomerBindingParams,
  ): Promise<CustomerBinding> {
    const { partyID } = this.caller;
    const { store } = this.api;
    await getCustomer(store.database, { customerID, partyID });
    const { tool, opened } = await givenResource(store, body.paymentResource, this.caller);
    const { externalID } = body;
    const named = { customerID, partyID, externalID, externalIDScope: getScope(this.caller) };
    const draft = async () => {
      const resource = await opened();
      const { tool: bound, details: toolDetails, clientInfo } = resource;
      return { ...named, tool: bound, toolDetails, clientInfo, ...(await findAcceptingAccounts(store, bound)) };
    };
    return presentBinding(await createBinding(store, { ...named, tool, draft }), this.caller);
  }

  /**
   * Получить все привязки покупателя, от первой к последней.
   * @summary Получить привязки покупателя
   */
  @Get()
  @SuccessResponse('200', 'Привязки покупателя.')
  public async getBindings(@Path() customerID: EntityID): Promise<CustomerBinding[]> {
    const bindings = await listBindings(this.api.store.database, { customerID, partyID: this.caller.partyID });
    return bindings.map((binding) => presentBinding(binding, this.caller));
  }

  /**
   * Получить привязку и узнать её статус.
   * @summary Получить привязку
   */
  @Get('{customerBindingID}')
  public async getBinding(@Path() customerID: EntityID, @Path() customerBindingID: EntityID): Promise<CustomerBinding> {
    const ref = { customerID, bindingID: customerBindingID, partyID: this.caller.partyID };
    return presentBinding(await getBinding(this.api.store.database, ref), this.caller);
  }
}
