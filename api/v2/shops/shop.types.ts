import type { CurrencyCode, Timestamp } from '../shared/primitives.types';

/** Магазин: точка приёма платежей участника. */
export interface Shop {
  /** Идентификатор магазина. */
  id: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Заблокирован ли магазин платформой. Заблокированный магазин не принимает платежи. */
  isBlocked: boolean;
  /** Приостановлен ли магазин его владельцем. Приостановленный магазин не принимает платежи. */
  isSuspended: boolean;
  /** Валюта, в которой магазин ведёт расчёты. */
  currency?: CurrencyCode;
  /**
   * Категория товаров и услуг магазина.
   *
   * @isInt
   */
  categoryID: number;
  /** Где работает магазин. */
  location: ShopLocation;
  /** Название и описание магазина. */
  details: ShopDetails;
  /** Договор, по которому работает магазин. */
  contractID: string;
}

/** Где работает магазин. */
export type ShopLocation = ShopLocationUrl;

/** Магазин, который работает на сайте. */
export interface ShopLocationUrl {
  /** Вид места: сайт. */
  locationType: 'ShopLocationUrl';
  /**
   * Адрес сайта.
   *
   * @format uri
   * @maxLength 1000
   * @example "https://shop.example"
   */
  url: string;
}

/** Название и описание магазина. */
export interface ShopDetails {
  /**
   * Название магазина.
   *
   * @maxLength 100
   */
  name: string;
  /**
   * Описание магазина.
   *
   * @maxLength 1000
   */
  description?: string;
}
