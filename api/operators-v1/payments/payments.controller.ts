import { Body, Get, Path, Post, Route, SuccessResponse } from '@tsoa/runtime';
import { present } from '../../../domain/platform/fields/present';
import { isCurrencyInForce } from '../../../domain/platform/currency/currency';
import { assertWebAddress } from '../../../domain/delivery/web-address/web-address';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { amountToWire } from '../../../domain/platform/money/money';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { createPaymentLink } from '../../../operators/payment-link';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { addPaymentNote } from '../../../store/payments/payment-note/payment-notes';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { createSource } from '../../../store/wallets/source/source.create';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type {
  AuthorisationAttempts,
  DepositSource,
  DepositSourceParams,
  InvoicePaymentLink,
  PaymentLinkParams,
  PaymentNoteParams,
} from './payments.types';

@Route()
export class OperatedPaymentsController extends ApiController {
  /**
   * Получить попытки авторизации платежа: коннектор, причину и результат, и комиссию эквайера.
   * @summary Попытки авторизации
   */
  @Get('payments/{invoiceID}/{paymentID}/attempts')
  public async listAuthorisationAttempts(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
  ): Promise<AuthorisationAttempts> {
    const { database } = this.api.store;
    const attempts = await listPaymentAttempts(database, { invoiceID, paymentID });
    const { connectorFeeMinor, currency } = await findPayment(database, { invoiceID, paymentID });
    return {
      ...(connectorFeeMinor !== null && { acquirerFee: { amount: amountToWire(connectorFeeMinor), currency } }),
      attempts: attempts.map(({ outcome, answer, startedAt, endedAt, ...attempt }) => ({
        ...attempt,
        startedAt: rfc3339Text(startedAt),
        ...present({ outcome, answer, endedAt: rfc3339Text(endedAt) }),
      })),
    };
  }

  /**
   * Записать заметку о платеже: она видна операторам в его истории, участнику не видна. Журнал действий хранит, кто и когда её записал, без
   * текста.
   * @summary Заметка о платеже
   */
  @Post('payments/{invoiceID}/{paymentID}/notes')
  @SuccessResponse('204', 'Записано.')
  public async addPaymentNote(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Body() body: PaymentNoteParams,
  ): Promise<void> {
    const { text } = body;
    const { operatorID } = this.operator;
    await addPaymentNote(this.api.store, { invoiceID, paymentID, operatorID, text });
  }

  /**
   * Создать ссылку на оплату инвойса: она действует три дня, и по ней может заплатить любой.
   * @summary Ссылка на оплату
   */
  @Post('invoices/{invoiceID}/payment-link')
  public async createPaymentLink(
    @Path() invoiceID: EntityID,
    @Body() body: PaymentLinkParams,
  ): Promise<InvoicePaymentLink> {
    const { redirectUrl } = body;
    assertWebAddress(redirectUrl, 'body.redirectUrl');
    return createPaymentLink(this.api.store.database, { invoiceID, redirectUrl }, this.api);
  }

  /**
   * Создать источник пополнений или переименовать его. Валюта остаётся прежней.
   * @summary Источник пополнений
   */
  @Post('sources')
  public async createDepositSource(@Body() body: DepositSourceParams): Promise<DepositSource> {
    const { database, origin } = this.api.store;
    if (!isCurrencyInForce(body.currency)) {
      throw new Refusal('invalidRequest', 'body.currency: must be a currency of ISO 4217, in capital letters');
    }
    const { id, name, currency } = await createSource(database, body, origin);
    return { id, name, currency, isChanged: this.isChanged };
  }
}
