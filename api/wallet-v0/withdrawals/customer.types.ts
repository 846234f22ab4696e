import type { CountryAlpha2Code } from '../shared/primitives.types';

/** Человек, который получает деньги: сведения о нём нужны провайдерам, которые проверяют получателя. */
export interface WithdrawalCustomer {
  /**
   * Имя.
   *
   * @minLength 1
   * @maxLength 128
   * @example "Иван"
   */
  firstName?: string;
  /**
   * Фамилия.
   *
   * @minLength 1
   * @maxLength 128
   * @example "Петров"
   */
  lastName?: string;
  /**
   * Адрес электронной почты.
   *
   * @format email
   * @maxLength 256
   * @pattern ^[^\s@]+@[^\s@]+$
   * @example "ivan@example.com"
   */
  email?: string;
}

/** Адрес плательщика или получателя, на который зарегистрировано платёжное средство. */
export interface BillingAddress {
  /**
   * Первая строка адреса: улица, дом.
   *
   * @minLength 1
   * @maxLength 128
   * @example "10 Downing Street"
   */
  addressLine1?: string;
  /**
   * Вторая строка адреса: корпус, квартира.
   *
   * @minLength 1
   * @maxLength 128
   */
  addressLine2?: string;
  /**
   * Город.
   *
   * @minLength 1
   * @maxLength 50
   * @example "London"
   */
  city?: string;
  /** Страна. */
  countryCode?: CountryAlpha2Code;
  /**
   * Почтовый индекс.
   *
   * @minLength 1
   * @maxLength 20
   * @example "SW1A 2AA"
   */
  postalCode?: string;
  /**
   * Регион, штат или область.
   *
   * @minLength 1
   * @maxLength 40
   */
  state?: string;
}
