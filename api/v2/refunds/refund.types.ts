import type { Allocation } from '../shared/allocation.types';
import type { InvoiceCart } from '../shared/cart.types';
import type { Amount, CurrencyCode, ExternalID, Timestamp } from '../shared/primitives.types';

/** Статус возврата: `pending` — выполняется; `succeeded` — деньги возвращены; `failed` — не удался. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Параметры нового возврата. */
export interface RefundParams {
  /** Идентификатор возврата в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /** Сумма возврата в минимальных единицах валюты. Если не указана, возвращается весь остаток платежа. */
  amount?: Amount;
  /** Валюта возврата. Если не указана, считается валютой платежа. */
  currency?: CurrencyCode;
  /**
   * Причина возврата, понятная человеку.
   *
   * @maxLength 1000
   * @example "Товар возвращён покупателем"
   */
  reason?: string;
  /**
   * Корзина товаров, которые останутся у покупателя после возврата. Её стоимость должна равняться остатку платежа за
   * вычетом суммы возврата, поэтому вместе с корзиной нужна сумма. Нельзя передавать вместе с распределением средств.
   */
  cart?: InvoiceCart;
  /** Распределение возврата между магазинами. Нельзя передавать вместе с корзиной. */
  allocation?: Allocation;
}

/** Возврат денег плательщику, полный или частичный. */
export interface Refund {
  /** Идентификатор возврата. Уникален в пределах платежа. */
  id: string;
  /** Идентификатор возврата в вашей системе. */
  externalID?: ExternalID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Сумма возврата в минимальных единицах валюты. */
  amount: Amount;
  /** Валюта возврата. */
  currency: CurrencyCode;
  /** Причина возврата. */
  reason?: string;
  /** Корзина товаров, которые останутся у покупателя после возврата. */
  cart?: InvoiceCart;
  /** Распределение возврата между магазинами. */
  allocation?: Allocation;
  /** Статус возврата. */
  status: RefundStatus;
  /** Причина неудачи. Есть у возврата в статусе `failed`. */
  error?: RefundError;
}

/** Причина неудачи возврата. */
export interface RefundError {
  /** Код ошибки. */
  code: string;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}
