import type { ClientInfo } from '../shared/contact-info.types';
import type { PaymentTool, PaymentToolDetails } from '../shared/payment-tool.types';
import type { Timestamp } from '../shared/primitives.types';

/** Данные для токенизации платёжного инструмента. */
export interface PaymentResourceParams {
  /** Платёжный инструмент. */
  paymentTool: PaymentTool;
  /** Данные устройства плательщика. */
  clientInfo: ClientInfo;
}

/** Токенизированный платёжный инструмент. */
export interface PaymentResourceResult {
  /**
   * Токен платёжного инструмента. Заменяет данные инструмента при создании платежа или привязки.
   *
   * @maxLength 2000
   */
  paymentToolToken: string;
  /**
   * Токен ресурса: ссылка на ту же карту для вывода средств. Есть у банковских карт, действует до `validUntil` и только у
   * вашего участника: передайте его в поле `token` получателя `BankCardDestinationResource` вместо токена `storeBankCard`.
   *
   * @maxLength 2000
   */
  resourceToken?: string;
  /**
   * Платёжная сессия. Передаётся вместе с токеном платёжного инструмента. Для инструментов, у которых её нет, — пустая
   * строка.
   *
   * @maxLength 1000
   */
  paymentSession: string;
  /** Данные платёжного инструмента, которые можно показать. */
  paymentToolDetails?: PaymentToolDetails;
  /**
   * Данные устройства плательщика.
   *
   * @extension {"x-read-only": true}
   */
  clientInfo?: ClientInfo;
  /**
   * Время, до которого действуют токен и сессия.
   *
   * @extension {"x-read-only": true}
   */
  validUntil?: Timestamp;
}

/** Платёжный ресурс: токен платёжного инструмента и платёжная сессия. */
export interface PaymentResource {
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
   * Данные устройства плательщика.
   *
   * @extension {"x-read-only": true}
   */
  clientInfo?: ClientInfo;
}
