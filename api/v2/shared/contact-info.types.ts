import type { BrowserInfo } from '../../../domain/payments/payment/browser-info';
import type { CountryCode, EmailAddress, IPAddress, PhoneNumber } from './primitives.types';

/** Контактные и личные данные плательщика. */
export interface ContactInfo {
  /** Адрес электронной почты плательщика. */
  email?: EmailAddress;
  /** Телефон плательщика в международном формате. */
  phoneNumber?: PhoneNumber;
  /**
   * Имя плательщика.
   *
   * @maxLength 100
   */
  firstName?: string;
  /**
   * Фамилия плательщика.
   *
   * @maxLength 100
   */
  lastName?: string;
  /** Страна проживания плательщика. */
  country?: CountryCode;
  /**
   * Регион или штат.
   *
   * @maxLength 40
   */
  state?: string;
  /**
   * Город.
   *
   * @maxLength 40
   */
  city?: string;
  /**
   * Адрес: улица, дом, квартира.
   *
   * @maxLength 1000
   */
  address?: string;
  /**
   * Почтовый индекс.
   *
   * @maxLength 40
   */
  postalCode?: string;
  /**
   * Дата рождения в виде «год-месяц-день».
   *
   * @format date
   * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$
   * @example "1990-05-17"
   */
  dateOfBirth?: string;
  /**
   * Номер документа, который удостоверяет личность плательщика.
   *
   * @maxLength 100
   */
  documentId?: string;
}

/** Данные устройства, с которого платит плательщик. */
export interface ClientInfo {
  /**
   * Отпечаток устройства плательщика: строка, которую строит ваша страница или приложение. Нужна для проверки на
   * мошенничество.
   *
   * @maxLength 1000
   */
  fingerprint: string;
  /** IP-адрес плательщика: его передаёт сервер магазина с ключом API. Если он не указан или запрос пришёл с токеном, берётся адрес запроса. */
  ip?: IPAddress;
  /**
   * Адрес страницы, на которой плательщик ввёл данные. Параметры запроса в адресе не сохраняются.
   *
   * @format uri
   * @maxLength 1000
   * @example "https://shop.example/checkout"
   */
  url?: string;
  /** Данные браузера для 3-D Secure 2. Дополнение к договору: поле необязательное. */
  browser?: BrowserInfo;
}
