import { Body, Get, Path, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { amountFromWire } from '../../../domain/platform/money/money';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { getRefund, getRefundByExternalID, listRefunds } from '../../../store/payments/refund/refund.queries';
import { ApiController } from '../../http/dependencies';
import { allocationRequests } from '../shared/allocation';
import { reckonedCart, recordedCart } from '../shared/cart';
import type { CreateRefundError, ExternalIDConflictError } from '../shared/error.types';
import type { EntityID, ExternalID, PartyID } from '../shared/primitives.types';
import { presentRefund } from './refund.presenter';
import type { Refund, RefundParams } from './refund.types';

@Route('processing/invoices/{invoiceID}/payments/{paymentID}/refunds')
export class RefundsController extends ApiController {
  /**
   * Вернуть деньги по проведённому платежу: полностью или частично, несколькими возвратами подряд, пока не возвращён весь
   * платёж. Сумма возврата удерживается на счёте магазина, пока банк не подтвердит возврат; неудавшийся возврат её
   * освобождает. Пока один возврат выполняется, следующий создать нельзя.
   * @summary Создать возврат
   */
  @Post()
  @SuccessResponse('201', 'Возврат создан.')
  @Response<CreateRefundError>('400', 'Возврат не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createRefund(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Body() body: RefundParams,
  ): Promise<Refund> {
    const cart = body.cart && recordedCart(body.cart);
    const refund = await createRefund(this.api.store, {
      invoiceID,
      paymentID,
      partyID: this.caller.partyID,
      externalID: body.externalID,
      amountMinor: body.amount === undefined ? undefined : amountFromWire(body.amount),
      currency: body.currency,
      reason: body.reason,
      cart: cart && { recorded: cart, lines: reckonedCart(cart) },
      allocation: body.allocation && allocationRequests(body.allocation),
    });
    return presentRefund(refund, this.caller);
  }

  /**
   * Получить все возвраты по платежу, от первого к последнему.
   * @summary Получить возвраты платежа
   */
  @Get()
  @SuccessResponse('200', 'Возвраты платежа.')
  public async getRefunds(@Path() invoiceID: EntityID, @Path() paymentID: EntityID): Promise<Refund[]> {
    const payment = { invoiceID, paymentID, partyID: this.caller.partyID };
    const refunds = await listRefunds(this.api.store.database, payment);
    return refunds.map((refund) => presentRefund(refund, this.caller));
  }

  /**
   * Получить возврат и узнать его статус.
   * @summary Получить возврат
   */
  @Get('{refundID}')
  public async getRefundByID(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() refundID: EntityID,
  ): Promise<Refund> {
    const ref = { invoiceID, paymentID, refundID, partyID: this.caller.partyID };
    return presentRefund(await getRefund(this.api.store.database, ref), this.caller);
  }
}

@Route('processing/refunds')
export class RefundLookupController extends ApiController {
  /**
   * Найти возврат по идентификатору, который присвоила ему ваша система.
   * @summary Найти возврат по `externalID`
   * @param externalID Идентификатор возврата в вашей системе.
   */
  @Get()
  public async getRefundByExternalID(@Query() externalID: ExternalID): Promise<Refund> {
    const refund = await getRefundByExternalID(this.api.store.database, { externalID, partyID: this.caller.partyID });
    return presentRefund(refund, this.caller);
  }
}

@Route('processing/parties/{partyID}/refunds')
export class PartyRefundLookupController extends ApiController {
  /**
   * Найти возврат участника по идентификатору, который присвоила ему ваша система.
   * @summary Найти возврат участника по `externalID`
   * @param externalID Идентификатор возврата в вашей системе.
   */
  @Get()
  public async getRefundByExternalIDForParty(
    @Path() partyID: PartyID,
    @Query() externalID: ExternalID,
  ): Promise<Refund> {
    if (partyID !== this.caller.partyID) throw notFound('Refund');
    return presentRefund(await getRefundByExternalID(this.api.store.database, { externalID, partyID }), this.caller);
  }
}
