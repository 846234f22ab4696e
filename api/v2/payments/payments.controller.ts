import { Body, Get, Path, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { amountFromWire } from '../../../domain/platform/money/money';
import { requestAbandonment } from '../../../store/payments/payment/abandon.transitions';
import { requestCancel, requestCapture } from '../../../store/payments/payment/hold.transitions';
import { getInvoice } from '../../../store/payments/invoice/invoice.queries';
import { listRefunds } from '../../../store/payments/refund/refund.queries';
import { getPayment, getPaymentByExternalID, listPayments } from '../../../store/payments/payment/payment.queries';
import { ApiController } from '../../http/dependencies';
import { allocationRequests } from '../shared/allocation';
import { reckonedCart, recordedCart } from '../shared/cart';
import type {
  CancelPaymentError,
  CapturePaymentError,
  CreatePaymentError,
  ExternalIDConflictError,
} from '../shared/error.types';
import { startPayment } from './payment.request';
import { ownPartyOfPath } from '../shared/own-party';
import { presentPayment } from './payment.presenter';
import type { CaptureParams, Payment, PaymentParams, PaymentReceipt } from './payment.types';
import type { EntityID, ExternalID, PartyID, Reason } from '../shared/primitives.types';

@Route('processing/invoices/{invoiceID}/payments')
export class PaymentsController extends ApiController {
  /**
   * Создать платёж по неоплаченному инвойсу. Платёж проводится асинхронно: за его статусом следите по событиям инвойса
   * или вебхукам. У инвойса может быть только один незавершённый платёж; после неудачного можно создать следующий. С токеном
   * доступа к инвойсу плательщик платит инструментом, который токенизировал (`PaymentResourcePayer`), а если условия магазина разрешают, то и как
   * покупатель магазина (`CustomerPayer`). Без разрешения и для `RecurrentPayer` ответ – `400 operationNotPermitted`:
   * такие платежи проводит ключ API.
   * @summary Создать платёж
   */
  @Post()
  @SuccessResponse('201', 'Платёж создан.')
  @Response<CreatePaymentError>('400', 'Платёж не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createPayment(@Path() invoiceID: EntityID, @Body() body: PaymentParams): Promise<Payment> {
    const payment = await startPayment(this.api.store, {
      ...{ invoiceID, caller: this.caller, body },
      vault: this.api.vault,
    });
    return presentPayment(payment, this.caller);
  }

  /**
   * Получить все платежи по инвойсу, от первого к последнему.
   * @summary Получить платежи инвойса
   */
  @Get()
  @SuccessResponse('200', 'Платежи инвойса.')
  public async getPayments(@Path() invoiceID: EntityID): Promise<Payment[]> {
    const { database } = this.api.store;
    const invoice = { invoiceID, partyID: this.caller.partyID };
    await getInvoice(database, invoice);
    const payments = await listPayments(database, invoice);
    return payments.map((payment) => presentPayment(payment, this.caller));
  }

  /**
   * Получить платёж и узнать его статус.
   * @summary Получить платёж
   */
  @Get('{paymentID}')
  public async getPaymentByID(@Path() invoiceID: EntityID, @Path() paymentID: EntityID): Promise<Payment> {
    const payment = await getPayment(this.api.store.database, { invoiceID, paymentID, partyID: this.caller.partyID });
    return presentPayment(payment, this.caller);
  }

  /**
   * Получить состояние чеков по 54-ФЗ: платежа и его возвратов. Состояние известно, если чеки регистрирует эквайер, и обновляется после
   * сверки с ним. Расширение договора.
   * @summary Получить состояние чеков
   */
  @Get('{paymentID}/receipts')
  @SuccessResponse('200', 'Чеки: первым – чек платежа.')
  public async getPaymentReceipts(@Path() invoiceID: EntityID, @Path() paymentID: EntityID): Promise<PaymentReceipt[]> {
    const payment = { invoiceID, paymentID, partyID: this.caller.partyID };
    const { receiptState: state } = await getPayment(this.api.store.database, payment);
    const refunds = await listRefunds(this.api.store.database, payment);
    const receipts = [
      { state },
      ...refunds.map(({ id: refundID, receiptState }) => ({ refundID, state: receiptState })),
    ];
    return receipts.flatMap(({ state, ...receipt }) => (state ? [{ ...receipt, state }] : []));
  }

  /**
   * Отменить удержание: вернуть плательщику всю удержанную сумму. Доступно для платежа с удержанием в статусе
   * `processed`. Отмена проводится асинхронно.
   *
   * С токеном доступа к инвойсу плательщик отказывается от платежа в статусе `pending`, который ждёт его действия: оплаты по
   * коду, перевода, подтверждения у банка. Платёж завершится ошибкой `preauthorization_failed`, и инвойс можно будет оплатить
   * другим способом. Если деньги уже получены, платёж завершится как обычно. Удержание с таким токеном не отменяется.
   * @summary Отменить платёж
   */
  @Post('{paymentID}/cancel')
  @SuccessResponse('202', 'Отмена принята.')
  @Response<CancelPaymentError>('400', 'Платёж не отменён.')
  public async cancelPayment(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Body() body: Reason,
  ): Promise<void> {
    const payment = { invoiceID, paymentID, partyID: this.caller.partyID };
    if (this.caller.kind === 'apiKey') await requestCancel(this.api.store, { ...payment, reason: body.reason });
    else await requestAbandonment(this.api.store, payment);
    this.setStatus(202);
  }

  /**
   * Подтвердить удержание: списать всю удержанную сумму или её часть. Остаток возвращается плательщику, второе
   * подтверждение невозможно. Подтверждение проводится асинхронно. Если банк откажет в списании, удержание будет снято, а
   * платёж перейдёт в статус `cancelled`.
   * @summary Подтвердить платёж
   */
  @Post('{paymentID}/capture')
  @SuccessResponse('202', 'Подтверждение принято.')
  @Response<CapturePaymentError>('400', 'Платёж не подтверждён.')
  public async capturePayment(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Body() body: CaptureParams,
  ): Promise<void> {
    const cart = body.cart && recordedCart(body.cart);
    await requestCapture(
      this.api.store,
      { invoiceID, paymentID, partyID: this.caller.partyID, reason: body.reason },
      {
        amountMinor: body.amount === undefined ? undefined : amountFromWire(body.amount),
        currency: body.currency,
        cart: cart && reckonedCart(cart),
      },
      { cart, allocation: body.allocation && allocationRequests(body.allocation) },
    );
    this.setStatus(202);
  }
}

@Route('processing/payments')
export class PaymentLookupController extends ApiController {
  /**
   * Найти платёж по идентификатору, который присвоила ему ваша система.
   * @summary Найти платёж по `externalID`
   * @param externalID Идентификатор платежа в вашей системе.
   */
  @Get()
  public async getPaymentByExternalID(@Query() externalID: ExternalID): Promise<Payment> {
    const { partyID } = this.caller;
    return presentPayment(await getPaymentByExternalID(this.api.store.database, { externalID, partyID }), this.caller);
  }
}

@Route('processing/parties/{partyID}/payments')
export class PartyPaymentsController extends ApiController {
  /**
   * Найти платёж участника по идентификатору, который присвоила ему ваша система.
   * @summary Найти платёж участника по `externalID`
   * @param externalID Идентификатор платежа в вашей системе.
   */
  @Get()
  public async getPaymentByExternalIDForParty(
    @Path() partyID: PartyID,
    @Query() externalID: ExternalID,
  ): Promise<Payment> {
    const own = ownPartyOfPath(this.caller, partyID, 'Payment');
    const payment = await getPaymentByExternalID(this.api.store.database, { externalID, partyID: own });
    return presentPayment(payment, this.caller);
  }
}
