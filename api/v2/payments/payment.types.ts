import type { ReceiptState } from '../../../domain/payments/payment/receipt-state';
import type { Allocation } from '../shared/allocation.types';
import type { InvoiceCart } from '../shared/cart.types';
import type { Payer } from '../shared/payer.types';
import type { PaymentFlow } from '../shared/payment-flow.types';
import type { Amount, CurrencyCode, EntityID, ExternalID, Metadata, Timestamp } from '../shared/primitives.types';

/**
 * Статус платежа: `pending` — выполняется; `processed` — средства удержаны у плательщика; `captured` — деньги
 * списаны; `cancelled` — отменён, удержание снято; `refunded` — деньги полностью возвращены; `failed` — не удался;
 * `charged_back` — деньги отозваны банком плательщика.
 */
export type PaymentStatus = 'pending' | 'processed' | 'captured' | 'cancelled' | 'refunded' | 'failed' | 'charged_back';

/** Параметры нового платежа. */
export interface PaymentParams {
  /** Идентификатор платежа в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /**
   * Способ проведения платежа: в один этап или с удержанием средств. Если не указан, платёж проводится в один этап.
   *
   * @extension {"x-required": true}
   */
  flow?: PaymentFlow;
  /** Кто и чем платит. */
  payer: Payer;
  /**
   * Предельный срок проведения: время по RFC 3339 либо промежуток от текущего времени в миллисекундах, секундах или
   * минутах (`300000ms`, `300s`, `5m`). Платёж, который не проведён к этому сроку, завершается ошибкой
   * `authorization_failed:processing_deadline_reached`. По умолчанию 30 минут.
   *
   * @minLength 1
   * @maxLength 40
   * @example "30m"
   */
  processingDeadline?: string;
  /**
   * Сделать платёж родительским: тем же инструментом можно будет провести новые платежи без участия плательщика.
   *
   * @default false
   */
  makeRecurrent?: boolean;
  /** Ваши данные о платеже. */
  metadata?: Metadata;
}

/** Платёж: попытка оплатить инвойс. */
export interface Payment {
  /** Идентификатор платежа. Уникален в пределах инвойса. */
  id: string;
  /** Идентификатор платежа в вашей системе. */
  externalID?: ExternalID;
  /** Инвойс, который оплачивается. */
  invoiceID: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Сумма платежа в минимальных единицах валюты. После частичного подтверждения — подтверждённая сумма. */
  amount: Amount;
  /** Валюта платежа. */
  currency: CurrencyCode;
  /** Способ проведения платежа. */
  flow: PaymentFlow;
  /** Кто и чем платит. */
  payer: Payer;
  /** Данные операции, полученные от банка. */
  transactionInfo?: TransactionInfo;
  /**
   * Можно ли проводить по этому платежу новые платежи без участия плательщика.
   *
   * @default false
   * @extension {"x-read-only": true}
   */
  makeRecurrent?: boolean;
  /** Ваши данные о платеже. */
  metadata?: Metadata;
  /**
   * Распределение средств этого платежа.
   *
   * @extension {"x-read-only": true}
   */
  allocation?: Allocation;
  /** Статус платежа. */
  status: PaymentStatus;
  /**
   * Платёж в статусе `pending` ещё не отправлен в банк: его проверяют. Плательщик этого не видит.
   *
   * @extension {"x-read-only": true}
   */
  isUnderReview?: boolean;
  /** Причина неудачи. Есть у платежа в статусе `failed`. */
  error?: PaymentError;
}

/** Данные операции, полученные от банка. */
export interface TransactionInfo {
  /**
   * Номер операции в платёжной системе (RRN).
   *
   * @pattern ^[a-zA-Z0-9]{4,20}$
   * @example "090909090909"
   */
  rrn?: string;
  /** Код подтверждения операции банком. */
  approvalCode?: string;
}

/**
 * Причина неудачи платежа. Ключ API получает подробное дерево причин, токен доступа — один код для показа плательщику.
 */
export interface PaymentError {
  /**
   * Код ошибки.
   *
   * Для ключа API — верхний уровень дерева причин: `timeout`, `rejected_by_inspector`, `preauthorization_failed`,
   * `authorization_failed`.
   *
   * Для токена доступа — код для плательщика:
   *
   * - `InvalidPaymentTool` — платёжный инструмент недействителен;
   * - `AccountLimitsExceeded` — превышен лимит счёта;
   * - `InsufficientFunds` — недостаточно средств;
   * - `PreauthorizationFailed` — не пройдена проверка плательщика (3-D Secure);
   * - `RejectedByIssuer` — отказ банка плательщика;
   * - `PaymentRejected` — платёж отклонён по другой причине.
   */
  code: string;
  /** Уточнение причины. */
  subError?: SubError;
}

/** Уточнение причины ошибки. */
export interface SubError {
  /**
   * Код уточнения. Для `authorization_failed` это `unknown`, `merchant_blocked`, `operation_blocked`,
   * `account_not_found`, `account_blocked`, `account_stolen`, `insufficient_funds`, `processing_deadline_reached`,
   * `account_limit_exceeded`, `provider_limit_exceeded`, `payment_tool_rejected`, `security_policy_violated`,
   * `temporarily_unavailable`, `rejected_by_issuer`; у лимитов и у `payment_tool_rejected` есть следующий уровень.
   */
  code: string;
  /** Следующий уровень уточнения. */
  subError?: SubError;
}

/** Параметры подтверждения платежа. */
export interface CaptureParams {
  /**
   * Причина подтверждения, понятная человеку.
   *
   * @maxLength 1000
   * @example "Заказ отгружен"
   */
  reason: string;
  /**
   * Подтверждаемая сумма в минимальных единицах валюты: не больше удержанной. Остаток возвращается плательщику. Если сумма и
   * корзина не указаны, подтверждается вся удержанная сумма.
   */
  amount?: Amount;
  /** Валюта подтверждаемой суммы. Если не указана, считается валютой платежа. */
  currency?: CurrencyCode;
  /**
   * Корзина подтверждаемых товаров. Её стоимость должна совпадать с подтверждаемой суммой; без суммы подтверждается
   * стоимость корзины.
   */
  cart?: InvoiceCart;
  /** Распределение подтверждаемой суммы между магазинами. */
  allocation?: Allocation;
}

/** Чек платежа или возврата. */
export interface PaymentReceipt {
  /** Идентификатор возврата в платеже; нет у чека платежа. */
  refundID?: EntityID;
  state: ReceiptState;
}
