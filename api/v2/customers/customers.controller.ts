import { Body, Delete, Get, Path, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createAccessToken } from '../../../security/access-tokens';
import { createCustomer } from '../../../store/payments/customer/customer.create';
import { deleteCustomer } from '../../../store/payments/customer/customer.delete';
import { listCustomerEvents } from '../../../store/payments/customer/customer.events';
import { getCustomer } from '../../../store/payments/customer/customer.queries';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import { listBindableMethods } from '../../../domain/payments/payment/payment-methods';
import { ApiController } from '../../http/dependencies';
import { presentCustomer, presentCustomerEvent } from './customer.presenter';
import type { Customer, CustomerAndToken, CustomerEvent, CustomerParams } from './customer.types';
import type { CreateCustomerError, DeleteCustomerError, ExternalIDConflictError } from '../shared/error.types';
import { assertOwnParty } from '../shared/own-party';
import type { PaymentMethod } from '../shared/payment-tool.types';
import type { AccessToken, EntityID, EventID, EventsLimit } from '../shared/primitives.types';

@Route('processing/customers')
export class CustomersController extends ApiController {
  /**
   * Сохранить покупателя, чтобы потом проводить платежи без него.
   *
   * В ответе вместе с покупателем приходит токен доступа к нему: с ним браузер покупателя токенизирует карту и создаёт
   * привязку. Повтор запроса с тем же `externalID` и теми же параметрами возвращает уже созданного покупателя.
   * @summary Создать покупателя
   */
  @Post()
  @SuccessResponse('201', 'Покупатель создан.')
  @Response<CreateCustomerError>('400', 'Покупатель не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createCustomer(@Body() body: CustomerParams): Promise<CustomerAndToken> {
    const { partyID } = this.caller;
    assertOwnParty(partyID, body.partyID);
    const { shopID, externalID, contactInfo, metadata } = body;
    const customer = await createCustomer(this.api.store, {
      partyID,
      shopID,
      externalID,
      contactInfo: { ...contactInfo },
      metadata,
    });
    return { customer: presentCustomer(customer), customerAccessToken: await this.readToken(customer) };
  }

  /**
   * Получить покупателя и узнать, можно ли проводить по нему платежи.
   * @summary Получить покупателя
   */
  @Get('{customerID}')
  public async getCustomerById(@Path() customerID: EntityID): Promise<Customer> {
    return presentCustomer(await getCustomer(this.api.store.database, { customerID, partyID: this.caller.partyID }));
  }

  /**
   * Удалить покупателя вместе с его привязками. После этого его нельзя ни получить, ни провести по нему платёж.
   * @summary Удалить покупателя
   */
  @Delete('{customerID}')
  @SuccessResponse('204', 'Покупатель удалён.')
  @Response<DeleteCustomerError>('400', 'Покупатель не удалён.')
  public async deleteCustomer(@Path() customerID: EntityID): Promise<void> {
    await deleteCustomer(this.api.store, { customerID, partyID: this.caller.partyID });
  }

  /**
   * Создать новый токен доступа к покупателю. Токен действует три дня.
   * @summary Создать токен доступа к покупателю
   */
  @Post('{customerID}/access-tokens')
  @SuccessResponse('201', 'Токен создан.')
  public async createCustomerAccessToken(@Path() customerID: EntityID): Promise<AccessToken> {
    return this.readToken(await getCustomer(this.api.store.database, { customerID, partyID: this.caller.partyID }));
  }

  /**
   * Получить события покупателя в порядке их возникновения: всё, что происходит с его привязками. Чтобы читать события
   * порциями, передайте номер последнего прочитанного события.
   * @summary Получить события покупателя
   * @param limit Наибольшее число событий в ответе.
   * @param eventID Номер события, после которого нужно продолжить.
   */
  @Get('{customerID}/events')
  @SuccessResponse('200', 'События покупателя.')
  public async getCustomerEvents(
    @Path() customerID: EntityID,
    @Query() limit: EventsLimit,
    @Query() eventID?: EventID,
  ): Promise<CustomerEvent[]> {
    const { partyID } = this.caller;
    const requested = { customerID, partyID, limit, after: eventID ?? 0 };
    const history = await listCustomerEvents(this.api.store.database, requested);
    return history.events.map((event) => presentCustomerEvent(event, history, this.caller));
  }

  /**
   * Узнать, какие платёжные инструменты можно привязать к покупателю.
   * @summary Получить способы оплаты покупателя
   */
  @Get('{customerID}/payment-methods')
  @SuccessResponse('200', 'Способы оплаты.')
  public async getCustomerPaymentMethods(@Path() customerID: EntityID): Promise<PaymentMethod[]> {
    const customer = await getCustomer(this.api.store.database, { customerID, partyID: this.caller.partyID });
    const shop = await findShop(this.api.store.database, customer);
    return listBindableMethods(shop?.terms ?? {});
  }

  private async readToken({
    id,
    partyID,
    shopID,
  }: {
    id: string;
    partyID: string;
    shopID: string;
  }): Promise<AccessToken> {
    const scope = { kind: 'customer', id, partyID, shopID } as const;
    return { payload: await createAccessToken(scope, this.api.tokenSigningKeys) };
  }
}
