/**
 * Сумма в минимальных единицах валюты: копейках для рублей, центах для долларов. Целое число; дробь, строка и число,
 * которое больше 2^53 − 1, отклоняются.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 * @example 10000
 */
export type Amount = number;

/**
 * Сумма в минимальных единицах валюты, которая может быть нулевой.
 *
 * @isLong
 * @minimum 0
 * @maximum 9007199254740991
 * @example 0
 */
export type NonNegativeAmount = number;

/**
 * Буквенный код валюты по [ISO 4217](https://ru.wikipedia.org/wiki/ISO_4217): три заглавные латинские буквы.
 *
 * @pattern ^[A-Z]{3}$
 * @example "RUB"
 */
export type CurrencyCode = string;

/**
 * Трёхбуквенный код страны по [ISO 3166-1 alpha-3](https://ru.wikipedia.org/wiki/ISO_3166-1_alpha-3).
 *
 * @pattern ^[A-Z]{3}$
 * @example "RUS"
 */
export type CountryCode = string;

/**
 * Дата и время по RFC 3339 с указанием часового пояса. Время хранится с точностью до микросекунды. В ответах оно всегда дано
 * по UTC, с тремя или шестью знаками доли секунды; нулевая доля не пишется.
 *
 * @format date-time
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$
 * @example "2026-11-21T12:00:00Z"
 */
export type Timestamp = string;

/**
 * Идентификатор объекта, который выдала платформа.
 *
 * @minLength 1
 * @maxLength 40
 */
export type EntityID = string;

/**
 * Идентификатор участника: стороны, от имени которой ведутся магазины и принимаются платежи.
 *
 * @minLength 1
 * @maxLength 40
 */
export type PartyID = string;

/**
 * Идентификатор магазина.
 *
 * @minLength 1
 * @maxLength 40
 */
export type ShopID = string;

/**
 * Идентификатор объекта в вашей системе. Он делает создание идемпотентным: повторный запрос с тем же значением и теми же
 * параметрами вернёт уже созданный объект, а с другими параметрами — ошибку 409.
 *
 * @minLength 1
 * @maxLength 40
 * @example "order-1042"
 */
export type ExternalID = string;

/**
 * Произвольные данные в виде объекта JSON. Платформа хранит их без изменений и возвращает вместе с объектом. Не передавайте
 * здесь данные карт и другие секреты.
 */
export interface Metadata {
  [key: string]: unknown;
}

/**
 * Адрес электронной почты.
 *
 * @format email
 * @maxLength 100
 * @pattern ^[^\s@]+@[^\s@]+$
 * @example "payer@example.com"
 */
export type EmailAddress = string;

/**
 * Телефон в международном формате E.164: знак «плюс» и от 4 до 15 цифр.
 *
 * @pattern ^\+\d{4,15}$
 * @example "+79991234567"
 */
export type PhoneNumber = string;

/**
 * IP-адрес (IPv4 или IPv6).
 *
 * @format ip-address
 * @maxLength 45
 * @example "203.0.113.7"
 */
export type IPAddress = string;

/**
 * Замаскированный номер мобильного телефона.
 *
 * @pattern ^\+\d\*{1,10}\d{2,4}$
 * @example "+7******4567"
 */
export type PhoneNumberMask = string;

/**
 * Режим: `test` — тестовый, деньги не движутся; `live` — боевой.
 */
export type RealmMode = 'test' | 'live';

/** Причина операции, которую указывает продавец. */
export interface Reason {
  /**
   * Причина операции, понятная человеку.
   *
   * @maxLength 1000
   * @example "Покупатель отказался от заказа"
   */
  reason: string;
}

/** Токен доступа к одному объекту. */
export interface AccessToken {
  /** Содержимое токена. Передавайте его в заголовке `Authorization: Bearer …`. */
  payload: string;
}

/**
 * Номер последнего события, которое вы уже получили.
 *
 * @isInt
 * @minimum -2147483648
 * @maximum 2147483647
 */
export type EventID = number;

/**
 * Наибольшее число событий в ответе.
 *
 * @isInt
 * @minimum 1
 * @maximum 2147483647
 */
export type EventsLimit = number;

/**
 * Наибольшее число элементов в ответе.
 *
 * @isInt
 * @minimum 1
 * @maximum 1000
 */
export type Limit = number;
