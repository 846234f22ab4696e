import type { PageParams } from '../shared/page.types';
import type { DateTime } from '../configuration/configuration.types';
import type { ReceiptState } from '../../../domain/payments/payment/receipt-state';
import type { EntityID } from '../timelines/timeline.types';
import type { MinorAmount } from '../shared/amount.types';

/** Состояние платежа. */
export type OperatedPaymentStatus =
  'pending' | 'processed' | 'captured' | 'cancelled' | 'refunded' | 'failed' | 'charged_back';

/** Платёж в списке. */
export interface OperatedPayment {
  /** Инвойс. */
  invoiceID: string;
  /** Платёж в инвойсе. */
  paymentID: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Когда создан. */
  createdAt: string;
  status: OperatedPaymentStatus;
  /** Когда изменилось состояние. */
  statusChangedAt: string;
  /** Сумма в минимальных единицах валюты; после частичного списания — списанная. */
  amount: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** Списывается сразу или удерживается до решения. */
  flow: 'instant' | 'hold';
  /** До какого времени удержаны деньги. */
  heldUntil?: string;
  /** Решение об удержании, которое исполняется. */
  target?: 'capture' | 'cancel';
  /** Коды отказа от общего к точному через двоеточие: `authorization_failed:insufficient_funds`. */
  errorCode?: string;
  /** Средство платежа: `bankCard`, `paymentTerminal` и другие. */
  toolType: string;
  /** Маска карты или телефона. */
  tool?: string;
  /** Платёжная система карты. */
  paymentSystem?: string;
  /** Почта плательщика; без роли `support` или `finance` скрыта частично. */
  email?: string;
  /** Коннектор. */
  connector: string;
}

/** Состояние возврата. */
export type OperatedRefundStatus = 'pending' | 'succeeded' | 'failed';

/** Возврат платежа. */
export interface OperatedRefund {
  /** Идентификатор в платеже. */
  id: string;
  /** Когда создан. */
  createdAt: string;
  status: OperatedRefundStatus;
  /** Сумма в минимальных единицах валюты. */
  amount: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** Почему. */
  reason?: string;
  receipt?: ReceiptState;
  /** Коды отказа от общего к точному через двоеточие: `authorization_failed:insufficient_funds`. */
  errorCode?: string;
}

/** Чарджбэк платежа. */
export interface OperatedChargeback {
  /** Идентификатор в платеже. */
  id: string;
  /** Когда создан. */
  createdAt: string;
  /** Этап. */
  stage: string;
  /** Состояние. */
  status: string;
  /** Оспоренная сумма в минимальных единицах валюты. */
  amount: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** Код причины. */
  reasonCode?: string;
}

/** Платёж с тем, что стало с его деньгами. */
export interface OperatedPaymentDetails extends OperatedPayment {
  /** До какого времени оператор может решить, пропустить ли платёж; есть, пока он на проверке. */
  reviewUntil?: string;
  /** Узнаёт номер карты при любом сроке действия: значение для `cards` в правилах проверки. Только для ролей `support` и `finance`. */
  cardFingerprint?: string;
  /** Номер операции в банке (RRN). */
  rrn?: string;
  /** Код авторизации. */
  approvalCode?: string;
  /** Номер операции у провайдера. */
  connectorReference?: string;
  receipt?: ReceiptState;
  /** Сколько авторизовано. */
  authorisedAmount: MinorAmount;
  /** Комиссия платформы. */
  fee?: MinorAmount;
  /** Сколько возвращено или возвращается. */
  refundedAmount: MinorAmount;
  /** Сколько ещё можно вернуть. */
  refundableAmount: MinorAmount;
  /** Сколько оспорено и не выиграно. */
  disputedAmount: MinorAmount;
  /** Возвраты от старого к новому. */
  refunds: OperatedRefund[];
  /** Чарджбэки от старого к новому. */
  chargebacks: OperatedChargeback[];
}

/** Страница платежей. */
export interface OperatedPayments {
  /** Платежи от нового к старому. */
  payments: OperatedPayment[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Страница списка. */
export interface PageQuery extends PageParams {
  /** Созданные начиная с этого времени; если не указано, за последние 30 дней. */
  from?: DateTime;
  /** Созданные до этого времени. */
  to?: DateTime;
}

/** Какие платежи магазина показать. */
export interface OperatedPaymentFilter extends PageQuery {
  /** Состояние. */
  status?: OperatedPaymentStatus;
  /**
   * Сумма в минимальных единицах валюты.
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  amount?: number;
  /**
   * Последние цифры карты.
   * @pattern ^\d{4}$
   */
  last4?: string;
  /** Инвойс. */
  invoiceID?: EntityID;
}
