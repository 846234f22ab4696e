import type { ClientInfo, ContactInfo } from './contact-info.types';
import type { PaymentToolDetails } from './payment-tool.types';
import type { EntityID } from './primitives.types';

/** Плательщик: токенизированный инструмент, сохранённый покупатель или родительский платёж. */
export type Payer = PaymentResourcePayer | CustomerPayer | RecurrentPayer;

/** Данные о том, где плательщик проводит оплату. */
export interface PayerSessionInfo {
  /**
   * Адрес, на который вернётся плательщик после взаимодействия с банком, какой бы адрес ни подставила в запрос страница.
   *
   * @format uri-template
   * @maxLength 2000
   * @example "https://shop.example/orders/1042"
   */
  redirectUrl?: string;
}

/** Плательщик с платёжным инструментом, который только что токенизирован. */
export interface PaymentResourcePayer {
  /** Вид плательщика: токенизированный инструмент. */
  payerType: 'PaymentResourcePayer';
  /** Данные о том, где плательщик проводит оплату. */
  sessionInfo?: PayerSessionInfo;
  /**
   * Токен платёжного инструмента, полученный при токенизации. В ответах — пустая строка.
   *
   * @maxLength 2000
   */
  paymentToolToken?: string;
  /**
   * Платёжная сессия, полученная при токенизации. В ответах — пустая строка.
   *
   * @maxLength 1000
   */
  paymentSession?: string;
  /**
   * Данные платёжного инструмента, которые можно показать.
   *
   * @extension {"x-read-only": true}
   */
  paymentToolDetails?: PaymentToolDetails;
  /**
   * Данные устройства плательщика, собранные при токенизации.
   *
   * @extension {"x-read-only": true}
   */
  clientInfo?: ClientInfo;
  /** Контактные данные плательщика. */
  contactInfo: ContactInfo;
}

/** Сохранённый покупатель: платёж проводится последним привязанным инструментом. */
export interface CustomerPayer {
  /** Вид плательщика: сохранённый покупатель. */
  payerType: 'CustomerPayer';
  /** Данные о том, где плательщик проводит оплату. */
  sessionInfo?: PayerSessionInfo;
  /** Идентификатор сохранённого покупателя. */
  customerID: EntityID;
  /**
   * Данные платёжного инструмента, которые можно показать.
   *
   * @extension {"x-read-only": true}
   */
  paymentToolDetails?: PaymentToolDetails;
}

/** Повторный платёж инструментом, которым был проведён родительский платёж. */
export interface RecurrentPayer {
  /** Вид плательщика: повторный платёж. */
  payerType: 'RecurrentPayer';
  /** Данные о том, где плательщик проводит оплату. */
  sessionInfo?: PayerSessionInfo;
  /** Контактные данные плательщика. */
  contactInfo: ContactInfo;
  /** Родительский платёж. */
  recurrentParentPayment: PaymentRecurrentParent;
  /**
   * Данные платёжного инструмента, которые можно показать.
   *
   * @extension {"x-read-only": true}
   */
  paymentToolDetails?: PaymentToolDetails;
}

/** Родительский платёж: он проведён с признаком `makeRecurrent` в том же магазине. */
export interface PaymentRecurrentParent {
  /** Инвойс родительского платежа. */
  invoiceID: string;
  /** Идентификатор родительского платежа. */
  paymentID: string;
}
