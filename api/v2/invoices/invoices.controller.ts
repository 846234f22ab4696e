import { Body, Get, Path, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createPaymentLink } from '../../../operators/payment-link';
import { createAccessToken } from '../../../security/access-tokens';
import { listInvoiceDeliveries } from '../../../store/delivery/webhook/invoice-deliveries';
import { listInvoiceEvents } from '../../../store/payments/invoice/invoice.events';
import { getInvoice, getInvoiceByExternalID } from '../../../store/payments/invoice/invoice.queries';
import { createInvoice } from '../../../store/payments/invoice/invoice.create';
import { fulfillInvoice, rescindInvoice } from '../../../store/payments/invoice/invoice.transitions';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import { listPaymentMethods } from '../../../domain/payments/payment/payment-methods';
import { ApiController } from '../../http/dependencies';
import type {
  CreateInvoiceError,
  ExternalIDConflictError,
  FulfillInvoiceError,
  RescindInvoiceError,
} from '../shared/error.types';
import { presentDelivery } from './invoice-delivery.presenter';
import type { InvoiceDelivery } from './invoice-delivery.types';
import { presentInvoiceEvent } from './invoice-event.presenter';
import type { InvoiceEvent } from './invoice-event.types';
import { presentInvoice } from './invoice.presenter';
import type { Invoice, InvoiceAndToken, InvoiceLink, InvoiceParams } from './invoice.types';
import { invoiceRequest } from './invoice.request';
import { assertOwnParty, ownPartyOfPath } from '../shared/own-party';
import type { PaymentMethod } from '../shared/payment-tool.types';
import type {
  AccessToken,
  EntityID,
  EventID,
  EventsLimit,
  ExternalID,
  PartyID,
  Reason,
} from '../shared/primitives.types';

@Route('processing/invoices')
export class InvoicesController extends ApiController {
  /**
   * Создать инвойс: выставить плательщику счёт от имени магазина.
   *
   * В ответе вместе с инвойсом приходит токен доступа к нему: с ним браузер плательщика токенизирует карту и проводит
   * платёж. Повтор запроса с тем же `externalID` и теми же параметрами возвращает уже созданный инвойс.
   * @summary Создать инвойс
   */
  @Post()
  @SuccessResponse('201', 'Инвойс создан.')
  @Response<CreateInvoiceError>('400', 'Инвойс не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createInvoice(@Body() body: InvoiceParams): Promise<InvoiceAndToken> {
    const { partyID } = this.caller;
    assertOwnParty(partyID, body.partyID);
    const invoice = await createInvoice(this.api.store, invoiceRequest(partyID, body));
    const payload = await createAccessToken(
      { kind: 'invoice', id: invoice.id, partyID, shopID: invoice.shopID },
      this.api.tokenSigningKeys,
    );
    return { invoice: presentInvoice(invoice), invoiceAccessToken: { payload } };
  }

  /**
   * Найти инвойс по идентификатору, который присвоила ему ваша система.
   * @summary Найти инвойс по `externalID`
   * @param externalID Идентификатор инвойса в вашей системе.
   */
  @Get()
  public async getInvoiceByExternalID(@Query() externalID: ExternalID): Promise<Invoice> {
    const { partyID } = this.caller;
    return presentInvoice(await getInvoiceByExternalID(this.api.store.database, { externalID, partyID }));
  }

  /**
   * Получить инвойс: его сумму, срок оплаты и статус.
   * @summary Получить инвойс
   */
  @Get('{invoiceID}')
  public async getInvoiceByID(@Path() invoiceID: EntityID): Promise<Invoice> {
    return presentInvoice(await getInvoice(this.api.store.database, { invoiceID, partyID: this.caller.partyID }));
  }

  /**
   * Создать новый токен доступа к инвойсу. Токен действует три дня.
   * @summary Создать токен доступа к инвойсу
   */
  @Post('{invoiceID}/access-tokens')
  @SuccessResponse('201', 'Токен создан.')
  public async createInvoiceAccessToken(@Path() invoiceID: EntityID): Promise<AccessToken> {
    const { partyID } = this.caller;
    const { shopID } = await getInvoice(this.api.store.database, { invoiceID, partyID });
    const scope = { kind: 'invoice', id: invoiceID, partyID, shopID } as const;
    return { payload: await createAccessToken(scope, this.api.tokenSigningKeys) };
  }

  /**
   * Создать ссылку на страницу оплаты инвойса. Она действует три дня, и по ней может заплатить любой. Расширение договора.
   * @summary Создать ссылку на оплату
   */
  @Post('{invoiceID}/payment-links')
  @SuccessResponse('201', 'Ссылка создана.')
  @Response<RescindInvoiceError>('400', 'Инвойс не ожидает оплаты.')
  public async createInvoicePaymentLink(@Path() invoiceID: EntityID): Promise<InvoiceLink> {
    const request = { invoiceID, ownPartyID: this.caller.partyID };
    const { url, validUntil } = await createPaymentLink(this.api.store.database, request, this.api);
    return { url, validUntil };
  }

  /**
   * Получить сообщения вебхуков об инвойсе и его платежах, от новых к старым, не больше ста: тело, что с доставкой и что ответил
   * ваш сервер в последних попытках. Расширение договора.
   * @summary Получить сообщения вебхуков об инвойсе
   */
  @Get('{invoiceID}/deliveries')
  @SuccessResponse('200', 'Сообщения.')
  public async getInvoiceDeliveries(@Path() invoiceID: EntityID): Promise<InvoiceDelivery[]> {
    const { partyID } = this.caller;
    await getInvoice(this.api.store.database, { invoiceID, partyID });
    return (await listInvoiceDeliveries(this.api.store.database, { invoiceID, partyID })).map(presentDelivery);
  }

  /**
   * Получить события инвойса в порядке их возникновения: смену его статуса и всё, что происходит с его платежами и
   * возвратами. Чтобы читать события порциями, передайте номер последнего прочитанного события.
   * @summary Получить события инвойса
   * @param limit Наибольшее число событий в ответе.
   * @param eventID Номер события, после которого нужно продолжить.
   */
  @Get('{invoiceID}/events')
  @SuccessResponse('200', 'События инвойса.')
  public async getInvoiceEvents(
    @Path() invoiceID: EntityID,
    @Query() limit: EventsLimit,
    @Query() eventID?: EventID,
  ): Promise<InvoiceEvent[]> {
    const history = await listInvoiceEvents(this.api.store.database, {
      invoiceID,
      partyID: this.caller.partyID,
      limit,
      after: eventID ?? 0,
    });
    return history.events.map((event) => presentInvoiceEvent(event, history, this.caller));
  }

  /**
   * Узнать, какими способами можно оплатить инвойс.
   * @summary Получить способы оплаты инвойса
   */
  @Get('{invoiceID}/payment-methods')
  @SuccessResponse('200', 'Способы оплаты.')
  public async getInvoicePaymentMethods(@Path() invoiceID: EntityID): Promise<PaymentMethod[]> {
    const invoice = await getInvoice(this.api.store.database, { invoiceID, partyID: this.caller.partyID });
    const shop = await findShop(this.api.store.database, invoice);
    return listPaymentMethods(shop?.terms ?? {});
  }

  /**
   * Исполнить оплаченный инвойс: подтвердить, что обязательства выполнены обеими сторонами.
   * @summary Исполнить инвойс
   */
  @Post('{invoiceID}/fulfill')
  @SuccessResponse('204', 'Инвойс исполнен.')
  @Response<FulfillInvoiceError>('400', 'Инвойс не исполнен.')
  public async fulfillInvoice(@Path() invoiceID: EntityID, @Body() body: Reason): Promise<void> {
    await fulfillInvoice(this.api.store, { invoiceID, partyID: this.caller.partyID, reason: body.reason });
  }

  /**
   * Отозвать неоплаченный инвойс. Отозвать инвойс, у которого есть незавершённый платёж, нельзя.
   * @summary Отозвать инвойс
   */
  @Post('{invoiceID}/rescind')
  @SuccessResponse('204', 'Инвойс отозван.')
  @Response<RescindInvoiceError>('400', 'Инвойс не отозван.')
  public async rescindInvoice(@Path() invoiceID: EntityID, @Body() body: Reason): Promise<void> {
    await rescindInvoice(this.api.store, { invoiceID, partyID: this.caller.partyID, reason: body.reason });
  }
}

@Route('processing/parties/{partyID}/invoices')
export class PartyInvoicesController extends ApiController {
  /**
   * Найти инвойс участника по идентификатору, который присвоила ему ваша система.
   * @summary Найти инвойс участника по `externalID`
   * @param externalID Идентификатор инвойса в вашей системе.
   */
  @Get()
  public async getInvoiceByExternalIDForParty(
    @Path() partyID: PartyID,
    @Query() externalID: ExternalID,
  ): Promise<Invoice> {
    const own = ownPartyOfPath(this.caller, partyID, 'Invoice');
    return presentInvoice(await getInvoiceByExternalID(this.api.store.database, { externalID, partyID: own }));
  }
}
