import type { Invoice, InvoiceStatus } from './invoice.types';
import type { Payment, PaymentError, PaymentStatus } from '../payments/payment.types';
import type { EventID, Timestamp } from '../shared/primitives.types';
import type { Refund, RefundError, RefundStatus } from '../refunds/refund.types';
import type { UserInteraction } from '../shared/user-interaction.types';

/** Событие инвойса: одно или несколько изменений, которые произошли одновременно. */
export interface InvoiceEvent {
  /** Номер события. Номера растут в пределах инвойса. */
  id: EventID;
  /** Время события. */
  createdAt: Timestamp;
  /** Изменения в порядке, в котором они произошли. */
  changes: InvoiceChange[];
}

/** Изменение инвойса, его платежа или возврата. */
export type InvoiceChange =
  | InvoiceCreated
  | InvoiceStatusChanged
  | PaymentStarted
  | PaymentStatusChanged
  | PaymentInteractionRequested
  | PaymentInteractionCompleted
  | RefundStarted
  | RefundStatusChanged;

/** Создан инвойс. */
export interface InvoiceCreated {
  /** Вид изменения: создан инвойс. */
  changeType: 'InvoiceCreated';
  /** Созданный инвойс. */
  invoice: Invoice;
}

/** Изменился статус инвойса. */
export interface InvoiceStatusChanged {
  /** Вид изменения: изменился статус инвойса. */
  changeType: 'InvoiceStatusChanged';
  /** Новый статус инвойса. */
  status: InvoiceStatus;
  /**
   * Причина отмены или исполнения инвойса.
   *
   * @maxLength 1000
   */
  reason?: string;
}

/** Создан платёж. */
export interface PaymentStarted {
  /** Вид изменения: создан платёж. */
  changeType: 'PaymentStarted';
  /** Созданный платёж. */
  payment: Payment;
}

/** Изменился статус платежа. */
export interface PaymentStatusChanged {
  /** Вид изменения: изменился статус платежа. */
  changeType: 'PaymentStatusChanged';
  /** Идентификатор платежа. */
  paymentID: string;
  /** Новый статус платежа. */
  status: PaymentStatus;
  /** Причина неудачи. */
  error?: PaymentError;
}

/** Платёж ждёт действия плательщика. */
export interface PaymentInteractionRequested {
  /** Вид изменения: нужно действие плательщика. */
  changeType: 'PaymentInteractionRequested';
  /** Идентификатор платежа. */
  paymentID: string;
  /** Действие, которого ждёт платёж. */
  userInteraction: UserInteraction;
}

/** Действие плательщика завершено. */
export interface PaymentInteractionCompleted {
  /** Вид изменения: действие плательщика завершено. */
  changeType: 'PaymentInteractionCompleted';
  /** Идентификатор платежа. */
  paymentID: string;
  /** Завершённое действие. */
  userInteraction?: UserInteraction;
}

/** Создан возврат. */
export interface RefundStarted {
  /** Вид изменения: создан возврат. */
  changeType: 'RefundStarted';
  /** Идентификатор платежа. */
  paymentID: string;
  /** Созданный возврат. */
  refund: Refund;
}

/** Изменился статус возврата. */
export interface RefundStatusChanged {
  /** Вид изменения: изменился статус возврата. */
  changeType: 'RefundStatusChanged';
  /** Идентификатор платежа. */
  paymentID: string;
  /** Идентификатор возврата. */
  refundID: string;
  /** Новый статус возврата. */
  status: RefundStatus;
  /** Причина неудачи. */
  error?: RefundError;
}
