import type { CountryAlpha2Code } from '../withdrawal/customer';

/** Банк в международном переводе. */
export interface BankSWIFT {
  /**
   * BIC банка: 8 или 11 символов, знаки 5–6 — код страны. Источник: ISO 9362.
   *
   * @pattern ^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$
   * @example "CHASUS33"
   */
  bic: string;
  /**
   * Маршрутный номер ABA для банков США: 9 цифр, контрольная цифра проверяется. Источник: American Bankers Association.
   *
   * @pattern ^\d{9}$
   * @example "021000021"
   */
  aba?: string;
  /**
   * Название банка.
   *
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /** Страна банка. Должна совпадать со страной в BIC. */
  countryCode?: CountryAlpha2Code;
  /**
   * Адрес банка.
   *
   * @minLength 1
   * @maxLength 1000
   */
  address?: string;
}

/**
 * Международный перевод по системе SWIFT. Счёт задаёт ровно одно из полей `iban` и `accountNumber`. Если указан `iban`,
 * данные банка необязательны; с `accountNumber` они обязательны.
 */
export interface BankTransferSWIFT {
  /** Вид платёжного средства. */
  type: 'BankTransferSWIFT';
  /**
   * Имя получателя: до 140 символов. Источник: поле 59 сообщения MT103.
   *
   * @minLength 1
   * @maxLength 140
   * @example "Jane Roe"
   */
  accountName: string;
  /**
   * Номер счёта IBAN без пробелов, заглавными буквами. Проверяются контрольные цифры (ISO 7064, модуль 97), длина и
   * строение номера для страны. Источник: ISO 13616.
   *
   * @pattern ^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$
   * @example "AE070331234567890123456"
   */
  iban?: string;
  /**
   * Номер счёта в странах, где IBAN не применяется: до 34 заглавных букв и цифр. Источник: поле 59 сообщения MT103.
   *
   * @pattern ^[A-Z0-9]{1,34}$
   * @example "000123456789"
   */
  accountNumber?: string;
  /** Банк получателя. */
  bank?: BankSWIFT;
  /** Банк-корреспондент, через который идёт перевод. */
  correspondentBank?: BankSWIFT;
  /**
   * Адрес получателя.
   *
   * @minLength 1
   * @maxLength 140
   */
  address?: string;
}
