/**
 * Двухбуквенный код страны по [ISO 3166-1 alpha-2](https://ru.wikipedia.org/wiki/ISO_3166-1_alpha-2): две заглавные
 * латинские буквы.
 *
 * @pattern ^[A-Z]{2}$
 * @example "DE"
 */
export type CountryAlpha2Code = string;

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

/** The receiver's contacts. */
export interface WithdrawalContactInfo {
  email?: string;
  phoneNumber?: string;
}
