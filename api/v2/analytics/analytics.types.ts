import type { Chargeback, ChargebackStatus } from '../chargebacks/chargeback.types';
import type { Allocation } from '../shared/allocation.types';
import type { InvoiceCart } from '../shared/cart.types';
import type { Invoice, InvoiceStatus } from '../invoices/invoice.types';
import type { Payer } from '../shared/payer.types';
import type { PaymentFlow } from '../shared/payment-flow.types';
import type {
  BankCardPaymentSystem,
  BankCardTokenProvider,
  PaymentTerminalProvider,
} from '../shared/payment-tool.types';
import type { PaymentError, PaymentStatus, TransactionInfo } from '../payments/payment.types';
import type {
  Amount,
  CurrencyCode,
  EmailAddress,
  EntityID,
  ExternalID,
  IPAddress,
  Limit,
  Metadata,
  NonNegativeAmount,
  Timestamp,
} from '../shared/primitives.types';
import type { Refund, RefundStatus } from '../refunds/refund.types';

/** Промежуток времени и предел числа результатов, обязательные для каждого поиска. */
export interface SearchWindow {
  /** Начало промежутка: объекты созданы не раньше этого времени. */
  fromTime: Timestamp;
  /** Конец промежутка: объекты созданы раньше этого времени. */
  toTime: Timestamp;
  /** Наибольшее число объектов в ответе. */
  limit: Limit;
}

/** Условия на платёж, общие для поиска инвойсов и платежей. */
export interface PaymentSearchConditions extends SearchWindow {
  /** Статус платежа. */
  paymentStatus?: PaymentStatus;
  /** Способ проведения платежа: `instant` — в один этап, `hold` — с удержанием. */
  paymentFlow?: 'instant' | 'hold';
  /** Способ оплаты: `bankCard` — банковская карта, `paymentTerminal` — платёжный терминал. */
  paymentMethod?: 'bankCard' | 'paymentTerminal';
  /** Терминальная сеть. */
  paymentTerminalProvider?: PaymentTerminalProvider;
  /** Идентификатор инвойса. */
  invoiceID?: EntityID;
  /** Идентификатор платежа. */
  paymentID?: EntityID;
  /** Электронная почта плательщика, в любом регистре букв. */
  payerEmail?: EmailAddress;
  /** IP-адрес плательщика. */
  payerIP?: IPAddress;
  /**
   * Отпечаток устройства плательщика.
   *
   * @maxLength 1000
   */
  payerFingerprint?: string;
  /** Идентификатор сохранённого покупателя. */
  customerID?: EntityID;
  /**
   * Первые шесть цифр номера карты.
   *
   * @pattern ^\d{6}$
   */
  first6?: string;
  /**
   * Последние цифры номера карты, не больше четырёх.
   *
   * @pattern ^\d{0,4}$
   */
  last4?: string;
  /** Номер операции в платёжной системе (RRN). */
  rrn?: RetrievalReferenceNumber;
  /** Сервис, который токенизировал карту. */
  bankCardTokenProvider?: BankCardTokenProvider;
  /** Платёжная система карты. */
  bankCardPaymentSystem?: BankCardPaymentSystem;
  /** Сумма платежа в минимальных единицах валюты. */
  paymentAmount?: Amount;
  /** Метка продолжения из прошлого ответа. Остальные условия должны быть теми же. */
  continuationToken?: ContinuationToken;
}

/**
 * Номер операции в платёжной системе (RRN): 12 букв и цифр.
 *
 * @pattern ^[a-zA-Z0-9]{12}$
 * @example "090909090909"
 */
export type RetrievalReferenceNumber = string;

/** Метка, с которой следующий запрос продолжит выборку. Если её нет, выборка закончилась. */
export type ContinuationToken = string;

/** Условия поиска инвойсов. */
export interface InvoiceSearchFilter extends PaymentSearchConditions {
  /** Статус инвойса. */
  invoiceStatus?: InvoiceStatus;
  /** Сумма инвойса в минимальных единицах валюты. */
  invoiceAmount?: Amount;
}

/** Условия поиска платежей. */
export interface PaymentSearchFilter extends PaymentSearchConditions {
  /**
   * Код подтверждения операции банком.
   *
   * @minLength 1
   * @maxLength 40
   */
  approvalCode?: string;
}

/** Условия поиска возвратов. */
export interface RefundSearchFilter extends SearchWindow {
  /**
   * Сколько найденных возвратов пропустить.
   *
   * @isInt
   * @minimum 0
   * @maximum 2147483647
   */
  offset?: number;
  /** Идентификатор инвойса. */
  invoiceID?: EntityID;
  /** Идентификатор платежа. */
  paymentID?: EntityID;
  /** Идентификатор возврата. */
  refundID?: EntityID;
  /** Номер операции в платёжной системе (RRN). */
  rrn?: RetrievalReferenceNumber;
  /**
   * Код подтверждения операции банком.
   *
   * @minLength 1
   * @maxLength 40
   */
  approvalCode?: string;
  /** Статус возврата. */
  refundStatus?: RefundStatus;
}

/** Найденные инвойсы. */
export interface InvoiceSearchResults {
  /** Метка продолжения. Если её нет, выборка закончилась. */
  continuationToken?: ContinuationToken;
  /** Инвойсы, начиная с созданных последними. */
  result: Invoice[];
}

/** Найденные платежи. */
export interface PaymentSearchResults {
  /** Метка продолжения. Если её нет, выборка закончилась. */
  continuationToken?: ContinuationToken;
  /** Платежи, начиная с созданных последними. */
  result: PaymentSearchResult[];
}

/** Найденные возвраты. */
export interface RefundSearchResults {
  /**
   * Сколько возвратов удовлетворяет условиям.
   *
   * @isLong
   * @minimum 0
   * @maximum 9007199254740991
   */
  totalCount: number;
  /** Возвраты, начиная с созданных последними. */
  result: RefundSearchResult[];
}

/** Найденный платёж. */
export interface PaymentSearchResult {
  /** Идентификатор платежа в вашей системе. */
  externalID?: ExternalID;
  /** Статус платежа. */
  status: PaymentStatus;
  /** Причина неудачи. Есть у платежа в статусе `failed`. */
  error?: PaymentError;
  /** Идентификатор платежа в пределах инвойса. */
  id: string;
  /** Короткий номер платежа, удобный для показа человеку. */
  shortID?: string;
  /** Инвойс, который оплачивается. */
  invoiceID: string;
  /** Идентификатор инвойса в вашей системе. Расширение договора. */
  invoiceExternalID?: ExternalID;
  /** Магазин. */
  shopID?: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Сумма платежа в минимальных единицах валюты. */
  amount: NonNegativeAmount;
  /** Комиссия платформы в минимальных единицах валюты. */
  fee?: NonNegativeAmount;
  /** Валюта платежа. */
  currency: CurrencyCode;
  /** Кто и чем платил. */
  payer: Payer;
  /** Способ проведения платежа. */
  flow: PaymentFlow;
  /** Ваши данные о платеже. */
  metadata?: Metadata;
  /** Время последнего изменения статуса. */
  statusChangedAt?: Timestamp;
  /** Данные операции, полученные от банка. */
  transactionInfo?: TransactionInfo;
  /**
   * Можно ли проводить по этому платежу новые платежи без участия плательщика.
   *
   * @default false
   */
  makeRecurrent?: boolean;
  /** Корзина инвойса. */
  cart?: InvoiceCart;
  /** Распределение средств этого платежа. */
  allocation?: Allocation;
}

/** Найденный возврат. */
export interface RefundSearchResult extends Refund {
  /** Инвойс, к платежу которого относится возврат. */
  invoiceID: string;
  /** Платёж, по которому сделан возврат. */
  paymentID: string;
}

/** Условия поиска чарджбэков. */
export interface ChargebackSearchFilter extends SearchWindow {
  /** Идентификатор инвойса. */
  invoiceID?: EntityID;
  /** Статус чарджбэка. */
  chargebackStatus?: ChargebackStatus;
  /** Метка продолжения из прошлого ответа. Остальные условия должны быть теми же. */
  continuationToken?: ContinuationToken;
}

/** Найденный чарджбэк. */
export interface ChargebackSearchResult extends Chargeback {
  /** Инвойс, к платежу которого относится чарджбэк. */
  invoiceID: string;
  /** Оспоренный платёж. */
  paymentID: string;
  /** До какого времени нужен ответ. Есть у чарджбэка в статусе `pending`. */
  answerDueAt?: Timestamp;
}

/** Найденные чарджбэки. */
export interface ChargebackSearchResults {
  /** Метка продолжения. Если её нет, выборка закончилась. */
  continuationToken?: ContinuationToken;
  /** Чарджбэки, начиная с созданных последними. */
  result: ChargebackSearchResult[];
}
