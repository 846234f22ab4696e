import type { CurrencyCode, NonNegativeAmount, Timestamp } from '../shared/primitives.types';

/** Запрос поиска. */
export interface OwnSearchParams {
  /**
   * Что найти: значение целиком.
   *
   * @minLength 1
   * @maxLength 256
   * @example "1 250,50 ₽"
   */
  q: string;
  /**
   * Наибольшее число объектов в ответе.
   *
   * @isInt
   * @minimum 1
   * @maximum 100
   */
  limit?: number;
}

/** Найденный объект. */
export interface OwnSearchResult {
  /** Вид объекта. */
  type: 'invoice' | 'payment' | 'refund' | 'customer';
  /** Идентификатор; у объектов внутри других он составной: `INVOICE.PAYMENT`, `INVOICE.PAYMENT.REFUND`. */
  id: string;
  createdAt: Timestamp;
  /** С чем совпал запрос. */
  matched: (
    'id' | 'externalID' | 'metadata' | 'email' | 'phone' | 'surname' | 'lastFour' | 'rrn' | 'approvalCode' | 'amount'
  )[];
  /** Магазин. */
  shopID?: string;
  /** Идентификатор объекта в вашей системе. */
  externalID?: string;
  /** Статус объекта. */
  status: string;
  /** Сумма в минимальных единицах валюты. */
  amount?: NonNegativeAmount;
  currency?: CurrencyCode;
  /** Электронная почта плательщика или покупателя. */
  email?: string;
  /** Телефон плательщика или покупателя. */
  phone?: string;
  /** Маска карты. */
  card?: string;
}

/** Найденные объекты, от нового к старому. */
export interface OwnSearchResults {
  /** Объекты, от нового к старому. */
  result: OwnSearchResult[];
  /** Есть ли инвойсы и платежи старше последних 5 000 магазина: среди них по `metadata` и фамилии не искали. */
  isPartial: boolean;
}
