import type { InvoiceCartAgent, InvoiceCartMarkingCode } from './cart-line';
import type { ClientInfo, ContactInfo, EventAmount, EventError, EventMetadata, EventTimestamp } from './primitives';
import type { PaymentToolDetails } from './payment-tools';

/** Инвойс на момент события. */
export interface Invoice {
  /** Идентификатор инвойса. */
  id: string;
  /** Магазин, от имени которого выставлен инвойс. */
  shopID: string;
  /** Время создания. */
  createdAt: EventTimestamp;
  /**
   * Статус инвойса: `unpaid` — ждёт оплаты; `cancelled` — отозван или просрочен; `paid` — оплачен; `refunded` —
   * возвращён; `fulfilled` — исполнен.
   */
  status: 'unpaid' | 'cancelled' | 'paid' | 'refunded' | 'fulfilled';
  /** Причина отмены или исполнения. */
  reason?: string;
  /** Срок оплаты. */
  dueDate: EventTimestamp;
  /** Сумма к оплате в минимальных единицах валюты. */
  amount: EventAmount;
  /** Валюта инвойса: три заглавные латинские буквы по ISO 4217. */
  currency: string;
  /** Ваши данные о заказе. */
  metadata: EventMetadata;
  /** Название товара или услуги. */
  product: string;
  /** Описание товара или услуги. */
  description?: string;
  /**
   * Корзина: товары и услуги, за которые выставлен инвойс.
   *
   * @minItems 1
   * @maxItems 100
   */
  cart?: InvoiceCartLine[];
  /** Идентификатор инвойса в вашей системе. */
  externalId?: string;
}

/** Строка корзины: товар или услуга. */
export interface InvoiceCartLine {
  /**
   * Название товара или услуги.
   *
   * @maxLength 1000
   */
  product: string;
  /**
   * Количество единиц товара.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   * @extension {"x-default": 1}
   */
  quantity: number;
  /** Цена одной единицы в минимальных единицах валюты. */
  price: EventAmount;
  /** Стоимость строки в минимальных единицах валюты: цена, умноженная на количество. */
  cost: EventAmount;
  /** Способ налогообложения. */
  taxMode?: InvoiceCartTaxMode;
  /** За что платят: признак предмета расчёта (тег 1212 по 54-ФЗ), если он указан в корзине. */
  paymentSubject?: string;
  /** Как платят: признак способа расчёта (тег 1214 по 54-ФЗ), если он указан в корзине. */
  paymentMode?: string;
  /** Мера количества (тег 2108 по 54-ФЗ), если она указана в корзине. */
  measure?: string;
  /** Код маркировки, если он указан в корзине, и часть упаковки с ним, если она продана не целиком. */
  markingCode?: InvoiceCartMarkingCode;
  /** Агент и его поставщик, если они указаны в корзине. */
  agent?: InvoiceCartAgent;
}

/** Способ налогообложения строки корзины. */
export interface InvoiceCartTaxMode {
  /** Ставка НДС. */
  rate:
    '0%' | '10%' | '18%' | '20%' | '10/110' | '18/118' | '20/120' | '5%' | '7%' | '22%' | '5/105' | '7/107' | '22/122';
}

/** Платёж на момент события. */
export interface Payment {
  /** Идентификатор платежа в пределах инвойса. */
  id: string;
  /** Время создания. */
  createdAt: EventTimestamp;
  /**
   * Статус платежа: `pending` — выполняется; `processed` — средства удержаны; `captured` — деньги списаны;
   * `cancelled` — отменён; `refunded` — возвращён полностью; `failed` — не удался; `charged_back` — деньги отозваны банком
   * плательщика.
   */
  status: 'pending' | 'processed' | 'captured' | 'cancelled' | 'refunded' | 'failed' | 'charged_back';
  /** Причина неудачи. Есть у платежа в статусе `failed`. */
  error?: PaymentError;
  /** Сумма платежа в минимальных единицах валюты. */
  amount: EventAmount;
  /**
   * Сумма в минимальных единицах валюты, которую на деле взял провайдер, если она отличается от запрошенной: плательщик может внести
   * больше или меньше через терминал или в криптовалюте. Запрошенная сумма — это сумма инвойса.
   */
  changedAmount?: EventAmount;
  /** Валюта платежа. */
  currency: string;
  /** Ваши данные о платеже. */
  metadata?: EventMetadata;
  /**
   * Токен платёжного инструмента. Устарело: токены в событиях не передаются, здесь пустая строка.
   *
   * @deprecated
   */
  paymentToolToken?: string;
  /**
   * Платёжная сессия. Устарело: всегда пустая строка.
   *
   * @deprecated
   */
  paymentSession: string;
  /**
   * Контактные данные плательщика. Устарело: смотрите `payer`.
   *
   * @deprecated
   */
  contactInfo: PaymentContactInfo;
  /**
   * IP-адрес плательщика. Устарело: смотрите `payer`.
   *
   * @deprecated
   */
  ip?: string;
  /**
   * Отпечаток устройства плательщика. Устарело: смотрите `payer`.
   *
   * @deprecated
   */
  fingerprint?: string;
  /** Кто и чем платит. */
  payer: Payer;
  /**
   * Комиссия платформы в минимальных единицах валюты.
   *
   * @isLong
   * @minimum 0
   * @maximum 9007199254740991
   */
  fee?: number;
  /** Номер операции в платёжной системе (RRN). */
  rrn?: string;
  /** Идентификатор платежа в вашей системе. */
  externalId?: string;
  /** Дополнительные данные о платеже, полученные от провайдера. Состав зависит от провайдера. */
  extraPaymentInfo?: EventMetadata;
}

/** Контактные данные, повторённые в платеже. */
export interface PaymentContactInfo {
  /** Адрес электронной почты. */
  email?: string;
  /** Телефон в международном формате. */
  phoneNumber?: string;
}

/** Причина неудачи платежа: дерево кодов. */
export interface PaymentError {
  /** Код ошибки верхнего уровня. */
  code: string;
  /** Описание ошибки. Устарело: смотрите коды. */
  message: string;
  /** Уточнение причины. */
  subError?: SubError;
}

/** Уточнение причины ошибки. */
export interface SubError {
  /** Код уточнения. */
  code: string;
  /** Следующий уровень уточнения. */
  subError?: SubError;
}

/** Плательщик: токенизированный инструмент, покупатель или родительский платёж. */
export type Payer = PaymentResourcePayer | CustomerPayer | RecurrentPayer;

/** Платёжный ресурс: токен платёжного инструмента и платёжная сессия. */
export interface PaymentResource {
  /**
   * Токен платёжного инструмента. Токены в событиях не передаются, здесь пустая строка.
   *
   * @maxLength 1000
   */
  paymentToolToken: string;
  /**
   * Платёжная сессия. Сессии в событиях не передаются, здесь пустая строка.
   *
   * @maxLength 1000
   */
  paymentSession: string;
  /** Данные платёжного инструмента, которые можно показать. */
  paymentToolDetails?: PaymentToolDetails;
  /** Данные устройства плательщика. */
  clientInfo?: ClientInfo;
}

/** Плательщик с токенизированным инструментом. */
export interface PaymentResourcePayer extends PaymentResource {
  /** Вид плательщика: токенизированный инструмент. */
  payerType: 'PaymentResourcePayer';
  /** Контактные данные плательщика. */
  contactInfo: ContactInfo;
}

/** Покупатель. */
export interface CustomerPayer {
  /** Вид плательщика: покупатель. */
  payerType: 'CustomerPayer';
  /** Идентификатор покупателя. */
  customerID: string;
}

/** Повторный платёж инструментом родительского платежа. */
export interface RecurrentPayer {
  /** Вид плательщика: повторный платёж. */
  payerType: 'RecurrentPayer';
  /** Контактные данные плательщика. */
  contactInfo: ContactInfo;
  /** Родительский платёж. */
  recurrentParentPayment: PaymentRecurrentParent;
}

/** Родительский платёж. */
export interface PaymentRecurrentParent {
  /** Инвойс родительского платежа. */
  invoiceID: string;
  /** Идентификатор родительского платежа. */
  paymentID: string;
}

/** Возврат на момент события. */
export interface Refund {
  /** Идентификатор возврата в пределах платежа. */
  id: string;
  /** Время создания. */
  createdAt: EventTimestamp;
  /** Статус возврата: `pending` — выполняется; `succeeded` — деньги возвращены; `failed` — не удался. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Причина неудачи. Есть у возврата в статусе `failed`. */
  error?: EventError;
  /** Сумма возврата в минимальных единицах валюты. */
  amount: EventAmount;
  /** Валюта возврата. */
  currency: string;
  /** Причина возврата. */
  reason?: string;
  /** Номер операции в платёжной системе (RRN). */
  rrn?: string;
}
