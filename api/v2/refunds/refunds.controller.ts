import {
  Body,
  Controller,
  Get,
  OperationId,
  Path,
  Post,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { notFound } from '../../../domain/errors/refusal';
import { amountFromWire } from '../../../domain/money/money';
import { createRefund } from '../../../store/refund/refund.create';
import { getRefund, getRefundByExternalID, listRefunds } from '../../../store/refund/refund.queries';
import { callerOf } from '../../http/context';
import type { ApiDependencies } from '../../http/dependencies';
import { allocationRequests } from '../shared/allocation';
import { reckonedCart, recordedCart } from '../shared/cart';
import type { CreateRefundError, ExternalIDConflictError } from '../shared/error.types';
import type { EntityID, ExternalID, PartyID } from '../shared/primitives.types';
import { presentRefund } from './refund.presenter';
import type { Refund, RefundParams } from './refund.types';

@Route('processing/invoices/{invoiceID}/payments/{paymentID}/refunds')
export class RefundsController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Вернуть деньги по проведённому платежу: полностью или частично, несколькими возвратами подряд, пока не возвращён весь
   * платёж. Сумма возврата удерживается на счёте магазина, пока банк не подтвердит возврат; неудавшийся возврат её
   * освобождает. Пока один возврат выполняется, следующий создать нельзя.
   * @summary Создать возврат
   * @param invoiceID Идентификатор инвойса.
   * @param paymentID Идентификатор платежа в рамках инвойса.
   */
  @Post()
  @OperationId('createRefund')
  @SuccessResponse('201', 'Возврат создан.')
  @Response<CreateRefundError>('400', 'Возврат не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createRefund(
    @Request() request: HttpRequest,
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Body() body: RefundParams,
  ): Promise<Refund> {
    const caller = callerOf(request);
    const cart = body.cart && recordedCart(body.cart);
    const refund = await createRefund(this.api.store, {
      invoiceID,
      paymentID,
      partyID: caller.partyID,
      externalID: body.externalID,
      amountMinor: body.amount === undefined ? undefined : amountFromWire(body.amount),
      currency: body.currency,
      reason: body.reason,
      cart: cart && { recorded: cart, lines: reckonedCart(cart) },
      allocation: body.allocation && allocationRequests(body.allocation),
    });
    return presentRefund(refund, caller);
  }

  /**
   * Получить все возвраты по платежу, от первого к последнему.
   * @summary Получить возвраты платежа
   * @param invoiceID Идентификатор инвойса.
   * @param paymentID Идентификатор платежа в рамках инвойса.
   */
  @Get()
  @OperationId('getRefunds')
  @SuccessResponse('200', 'Возвраты платежа.')
  public async getRefunds(
    @Request() request: HttpRequest,
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
  ): Promise<Refund[]> {
    const caller = callerOf(request);
    const payment = { invoiceID, paymentID, partyID: caller.partyID };
    const refunds = await listRefunds(this.api.store.database, payment);
    return refunds.map((refund) => presentRefund(refund, caller));
  }

  /**
   * Получить возврат и узнать его состояние.
   * @summary Получить возврат
   * @param invoiceID Идентификатор инвойса.
   * @param paymentID Идентификатор платежа в рамках инвойса.
   * @param refundID Идентификатор возврата в рамках платежа.
   */
  @Get('{refundID}')
  @OperationId('getRefundByID')
  @SuccessResponse('200', 'Возврат найден.')
  public async getRefundByID(
    @Request() request: HttpRequest,
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() refundID: EntityID,
  ): Promise<Refund> {
    const caller = callerOf(request);
    const ref = { invoiceID, paymentID, refundID, partyID: caller.partyID };
    return presentRefund(await getRefund(this.api.store.database, ref), caller);
  }
}

@Route('processing/refunds')
export class RefundLookupController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Найти возврат по идентификатору, который присвоила ему ваша система.
   * @summary Найти возврат по `externalID`
   * @param externalID Идентификатор возврата в вашей системе.
   */
  @Get()
  @OperationId('getRefundByExternalID')
  @SuccessResponse('200', 'Возврат найден.')
  public async getRefundByExternalID(
    @Request() request: HttpRequest,
    @Query() externalID: ExternalID,
  ): Promise<Refund> {
    const caller = callerOf(request);
    const refund = await getRefundByExternalID(this.api.store.database, { externalID, partyID: caller.partyID });
    return presentRefund(refund, caller);
  }
}

@Route('processing/parties/{partyID}/refunds')
export class PartyRefundLookupController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Найти возврат участника по идентификатору, который присвоила ему ваша система.
   * @summary Найти возврат участника по `externalID`
   * @param partyID Идентификатор участника.
   * @param externalID Идентификатор возврата в вашей системе.
   */
  @Get()
  @OperationId('getRefundByExternalIDForParty')
  @SuccessResponse('200', 'Возврат найден.')
  public async getRefundByExternalIDForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Query() externalID: ExternalID,
  ): Promise<Refund> {
    const caller = callerOf(request);
    if (partyID !== caller.partyID) throw notFound('Refund');
    return presentRefund(await getRefundByExternalID(this.api.store.database, { externalID, partyID }), caller);
  }
}
