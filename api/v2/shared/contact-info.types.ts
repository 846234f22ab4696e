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

/**
 * Данные браузера плательщика для 3-D Secure 2: банк проверяет по ним, нужно ли подтверждение. Соберите их на странице, где
 * плательщик вводит данные.
 */
export interface BrowserInfo {
  /**
   * Заголовок `User-Agent`. Если не указан, берётся из запроса, который прислал сам браузер — с токеном доступа, а не с
   * ключом API.
   *
   * @maxLength 512
   */
  userAgent?: string;
  /**
   * Заголовок `Accept`. Если не указан, берётся так же, как `userAgent`.
   *
   * @maxLength 512
   */
  acceptHeader?: string;
  /**
   * Язык браузера по BCP 47.
   *
   * @pattern ^[A-Za-z0-9-]{1,35}$
   * @example "ru-RU"
   */
  language?: string;
  /**
   * Ширина экрана в точках.
   *
   * @isInt
   * @minimum 0
   * @maximum 99999
   */
  screenWidth?: number;
  /**
   * Высота экрана в точках.
   *
   * @isInt
   * @minimum 0
   * @maximum 99999
   */
  screenHeight?: number;
  /**
   * Глубина цвета в битах.
   *
   * @isInt
   * @minimum 0
   * @maximum 64
   */
  colorDepth?: number;
  /**
   * На сколько минут время UTC опережает время плательщика: для Москвы −180.
   *
   * @isInt
   * @minimum -840
   * @maximum 840
   * @example -180
   */
  timeZoneOffset?: number;
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
  /** IP-адрес плательщика. Если он не указан, берётся адрес, с которого пришёл запрос. */
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
