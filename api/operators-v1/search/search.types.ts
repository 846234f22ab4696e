import type { MinorAmount } from '../shared/amount.types';

/** Вид найденного объекта. */
export type FoundType =
  | 'invoice'
  | 'payment'
  | 'refund'
  | 'chargeback'
  | 'customer'
  | 'binding'
  | 'invoiceTemplate'
  | 'webhook'
  | 'party'
  | 'shop'
  | 'identity'
  | 'wallet'
  | 'destination'
  | 'withdrawal'
  | 'deposit'
  | 'transfer'
  | 'payout';

/**
 * С чем совпал запрос: `id` — идентификатор, `externalID` — идентификатор участника, `email` — почта, `phone` — телефон, `lastFour` — последние цифры
 * карты, `rrn` — RRN, `approvalCode` — код авторизации, `connectorReference` — номер операции у провайдера, `amount` — сумма.
 */
export type MatchedBy =
  'id' | 'externalID' | 'email' | 'phone' | 'lastFour' | 'rrn' | 'approvalCode' | 'connectorReference' | 'amount';

/** Найденный объект. */
export interface FoundObject {
  type: FoundType;
  /** Идентификатор; у объектов внутри других он составной: `INVOICE.PAYMENT`, `INVOICE.PAYMENT.REFUND`, `CUSTOMER.BINDING`. */
  id: string;
  /** Когда объект создан. */
  createdAt: string;
  /** С чем совпал запрос. */
  matched: MatchedBy[];
  /** Участник. */
  partyID?: string;
  /** Магазин. */
  shopID?: string;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Состояние. */
  status?: string;
  /** Сумма в минимальных единицах валюты. */
  amount?: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency?: string;
  /** Почта плательщика; без роли `support` или `finance` скрыта частично: `a***@example.com`. */
  email?: string;
  /** Телефон плательщика; без роли `support` или `finance` видны только последние цифры. */
  phone?: string;
  /** Маска карты: `424242******4242`. */
  card?: string;
}

/** Страница результатов поиска. */
export interface FoundObjects {
  /** Объекты от самого нового к самому старому. */
  results: FoundObject[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Что найти. */
export interface SearchParams {
  /**
   * Запрос.
   * @minLength 1
   * @maxLength 256
   */
  q: string;
  /**
   * Сколько объектов на странице.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: number;
  /**
   * С чего начинается страница: из ответа с предыдущей.
   * @maxLength 400
   */
  continuationToken?: string;
}
