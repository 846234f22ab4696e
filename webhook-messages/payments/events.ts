import type { Customer, CustomerBinding } from './customer';
import type { Invoice, Payment, Refund } from './entities';
import type { UserInteractionDetails } from './interaction';
import type { Payout } from './payout';
import type { EventTimestamp } from './primitives';

/** Событие, о котором сообщает вебхук. Вид события указан в поле `eventType`. */
export type PaymentsWebhookEvent = InvoicesTopicEvent | CustomersTopicEvent | PayoutsTopicEvent;

/** Событие инвойса, его платежа или возврата. */
export type InvoicesTopicEvent =
  | InvoiceCreated
  | InvoicePaid
  | InvoiceCancelled
  | InvoiceFulfilled
  | PaymentStarted
  | PaymentProcessed
  | PaymentCaptured
  | PaymentCancelled
  | PaymentChargedBack
  | PaymentRefunded
  | PaymentFailed
  | PaymentCashChanged
  | RefundCreated
  | RefundPending
  | RefundSucceeded
  | RefundFailed
  | PaymentInteractionRequested
  | PaymentInteractionCompleted;

/** Событие покупателя или его привязки. */
export type CustomersTopicEvent =
  | CustomerCreated
  | CustomerDeleted
  | CustomerReady
  | CustomerBindingStarted
  | CustomerBindingSucceeded
  | CustomerBindingFailed;

/** Событие выплаты магазину. Расширение договора. */
export type PayoutsTopicEvent = PayoutCreated | PayoutPaid | PayoutFailed;

/** Events that show an invoice. */
export type InvoiceEvent = InvoiceCreated | InvoicePaid | InvoiceCancelled | InvoiceFulfilled;

/** Events that show an invoice and a payment of it. */
export type PaymentEvent =
  | PaymentStarted
  | PaymentProcessed
  | PaymentCaptured
  | PaymentCancelled
  | PaymentChargedBack
  | PaymentRefunded
  | PaymentFailed
  | PaymentCashChanged;

/** Events that show an invoice, a payment of it and a refund of that. */
export type RefundEvent = RefundCreated | RefundPending | RefundSucceeded | RefundFailed;

/** Events of what a payer has to do. */
export type InteractionEvent = PaymentInteractionRequested | PaymentInteractionCompleted;

/** Events that show a customer. */
export type CustomerEvent = CustomerCreated | CustomerDeleted | CustomerReady;

/** Events that show a customer and a binding of it. */
export type BindingEvent = CustomerBindingStarted | CustomerBindingSucceeded | CustomerBindingFailed;

/** Общая часть всех событий. */
export interface EventEnvelope {
  /**
   * Номер события. Повторная доставка несёт тот же номер.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  eventID: number;
  /** Время события. */
  occuredAt: EventTimestamp;
}

/** Общая часть событий инвойсов. */
export interface InvoicesTopicEnvelope extends EventEnvelope {
  /** Тема: инвойсы. */
  topic: 'InvoicesTopic';
}

/** Общая часть событий с инвойсом. */
export interface InvoiceEventEnvelope extends InvoicesTopicEnvelope {
  /** Инвойс. */
  invoice: Invoice;
}

/** Общая часть событий с инвойсом и платежом. */
export interface PaymentEventEnvelope extends InvoiceEventEnvelope {
  /** Платёж. */
  payment: Payment;
}

/** Общая часть событий с инвойсом, платежом и возвратом. */
export interface RefundEventEnvelope extends PaymentEventEnvelope {
  /** Возврат. */
  refund: Refund;
}

/** Общая часть событий о действиях плательщика. */
export interface InteractionEventEnvelope extends InvoicesTopicEnvelope {
  /** Действие плательщика. */
  userInteractionDetails: UserInteractionDetails;
  /** Идентификатор инвойса. */
  invoiceId: string;
  /** Идентификатор платежа в пределах инвойса. */
  paymentId: string;
}

/** Общая часть событий покупателя. */
export interface CustomerEventEnvelope extends EventEnvelope {
  /** Тема: покупатели. */
  topic: 'CustomersTopic';
  /** Покупатель. */
  customer: Customer;
}

/** Общая часть событий привязки. */
export interface BindingEventEnvelope extends CustomerEventEnvelope {
  /** Привязка. */
  binding: CustomerBinding;
}

/** Общая часть событий выплаты. */
export interface PayoutEventEnvelope extends EventEnvelope {
  /** Тема: выплаты магазину. */
  topic: 'PayoutsTopic';
  /** Выплата. */
  payout: Payout;
}

/** Создан инвойс. */
export interface InvoiceCreated extends InvoiceEventEnvelope {
  /** Вид события: создан инвойс. */
  eventType: 'InvoiceCreated';
}

/** Инвойс оплачен. */
export interface InvoicePaid extends InvoiceEventEnvelope {
  /** Вид события: инвойс оплачен. */
  eventType: 'InvoicePaid';
}

/** Инвойс отозван или просрочен. */
export interface InvoiceCancelled extends InvoiceEventEnvelope {
  /** Вид события: инвойс отозван или просрочен. */
  eventType: 'InvoiceCancelled';
}

/** Инвойс исполнен. */
export interface InvoiceFulfilled extends InvoiceEventEnvelope {
  /** Вид события: инвойс исполнен. */
  eventType: 'InvoiceFulfilled';
}

/** Создан платёж. */
export interface PaymentStarted extends PaymentEventEnvelope {
  /** Вид события: создан платёж. */
  eventType: 'PaymentStarted';
}

/** Платёж проведён: средства удержаны у плательщика. */
export interface PaymentProcessed extends PaymentEventEnvelope {
  /** Вид события: платёж проведён: средства удержаны у плательщика. */
  eventType: 'PaymentProcessed';
}

/** Платёж подтверждён: деньги списаны. */
export interface PaymentCaptured extends PaymentEventEnvelope {
  /** Вид события: платёж подтверждён: деньги списаны. */
  eventType: 'PaymentCaptured';
}

/** Платёж отменён: удержание снято. */
export interface PaymentCancelled extends PaymentEventEnvelope {
  /** Вид события: платёж отменён: удержание снято. */
  eventType: 'PaymentCancelled';
}

/** Деньги по платежу отозваны банком плательщика. */
export interface PaymentChargedBack extends PaymentEventEnvelope {
  /** Вид события: деньги по платежу отозваны банком плательщика. */
  eventType: 'PaymentChargedBack';
}

/** Платёж возвращён полностью. */
export interface PaymentRefunded extends PaymentEventEnvelope {
  /** Вид события: платёж возвращён полностью. */
  eventType: 'PaymentRefunded';
}

/** Платёж не удался. */
export interface PaymentFailed extends PaymentEventEnvelope {
  /** Вид события: платёж не удался. */
  eventType: 'PaymentFailed';
}

/** Провайдер взял не ту сумму, которая была запрошена. При частичном списании удержанных средств событие не приходит. */
export interface PaymentCashChanged extends PaymentEventEnvelope {
  /** Вид события: изменилась сумма платежа. */
  eventType: 'PaymentCashChanged';
}

/** Создан возврат. */
export interface RefundCreated extends RefundEventEnvelope {
  /** Вид события: создан возврат. */
  eventType: 'RefundCreated';
}

/** Возврат выполняется. */
export interface RefundPending extends RefundEventEnvelope {
  /** Вид события: возврат выполняется. */
  eventType: 'RefundPending';
}

/** Деньги возвращены плательщику. */
export interface RefundSucceeded extends RefundEventEnvelope {
  /** Вид события: деньги возвращены плательщику. */
  eventType: 'RefundSucceeded';
}

/** Возврат не удался. */
export interface RefundFailed extends RefundEventEnvelope {
  /** Вид события: возврат не удался. */
  eventType: 'RefundFailed';
}

/** Платёж ждёт действия плательщика. */
export interface PaymentInteractionRequested extends InteractionEventEnvelope {
  /** Вид события: платёж ждёт действия плательщика. */
  eventType: 'PaymentInteractionRequested';
}

/** Действие плательщика завершено. */
export interface PaymentInteractionCompleted extends InteractionEventEnvelope {
  /** Вид события: действие плательщика завершено. */
  eventType: 'PaymentInteractionCompleted';
}

/** Создан покупатель. */
export interface CustomerCreated extends CustomerEventEnvelope {
  /** Вид события: создан покупатель. */
  eventType: 'CustomerCreated';
}

/** Покупатель удалён. */
export interface CustomerDeleted extends CustomerEventEnvelope {
  /** Вид события: покупатель удалён. */
  eventType: 'CustomerDeleted';
}

/** Покупатель готов: инструмент привязан. */
export interface CustomerReady extends CustomerEventEnvelope {
  /** Вид события: покупатель готов: инструмент привязан. */
  eventType: 'CustomerReady';
}

/** Создана привязка. */
export interface CustomerBindingStarted extends BindingEventEnvelope {
  /** Вид события: создана привязка. */
  eventType: 'CustomerBindingStarted';
}

/** Инструмент привязан. */
export interface CustomerBindingSucceeded extends BindingEventEnvelope {
  /** Вид события: инструмент привязан. */
  eventType: 'CustomerBindingSucceeded';
}

/** Привязка не удалась. */
export interface CustomerBindingFailed extends BindingEventEnvelope {
  /** Вид события: привязка не удалась. */
  eventType: 'CustomerBindingFailed';
}

/** Создана выплата магазину. */
export interface PayoutCreated extends PayoutEventEnvelope {
  /** Вид события: создана выплата. */
  eventType: 'PayoutCreated';
}

/** Выплата зачислена на счёт в банке. */
export interface PayoutPaid extends PayoutEventEnvelope {
  /** Вид события: выплата зачислена. */
  eventType: 'PayoutPaid';
}

/** Выплата не состоялась: банк отказал, деньги вернулись или выплату отменили. Сумма снова на балансе магазина. */
export interface PayoutFailed extends PayoutEventEnvelope {
  /** Вид события: выплата не состоялась. */
  eventType: 'PayoutFailed';
}
