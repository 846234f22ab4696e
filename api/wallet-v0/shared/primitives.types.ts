/**
 * Сумма в минимальных единицах валюты: копейках для рублей, центах для долларов. Целое число; дробь, строка и число,
 * которое по модулю больше 2^53 − 1, отклоняются.
 *
 * @isLong
 * @minimum -9007199254740991
 * @maximum 9007199254740991
 * @example 10000
 */
export type Amount = number;

/**
 * Буквенный код валюты по [ISO 4217](https://ru.wikipedia.org/wiki/ISO_4217): три заглавные латинские буквы.
 *
 * @pattern ^[A-Z]{3}$
 * @example "RUB"
 */
export type CurrencyCode = string;

/**
 * Код страны резидентства по [ISO 3166-1 alpha-3](https://ru.wikipedia.org/wiki/ISO_3166-1_alpha-3): три заглавные
 * латинские буквы.
 *
 * @pattern ^[A-Z]{3}$
 * @example "RUS"
 */
export type ResidenceCode = string;

/**
 * Код валюты в запросе: три латинские буквы в любом регистре.
 *
 * @pattern ^[A-Za-z]{3}$
 * @example "RUB"
 */
export type CurrencyQuery = string;

/**
 * Код страны резидентства в запросе: три латинские буквы в любом регистре.
 *
 * @pattern ^[A-Za-z]{3}$
 * @example "RUS"
 */
export type ResidenceQuery = string;

/**
 * Дата и время по RFC 3339 с указанием часового пояса. Время хранится с точностью до микросекунды. В ответах оно всегда дано
 * по UTC, с тремя или шестью знаками доли секунды; нулевая доля не пишется.
 *
 * @format date-time
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$
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
 * Идентификатор пополнения, который выдала платформа.
 *
 * @minLength 1
 * @maxLength 50
 */
export type DepositID = string;

/**
 * Идентификатор участника: стороны, которой принадлежат владельцы кошельков, кошельки и выводы.
 *
 * @minLength 1
 * @maxLength 40
 */
export type PartyID = string;

/**
 * Идентификатор объекта в вашей системе. Повторный запрос с тем же `externalID` и теми же параметрами вернёт уже
 * созданный объект; с другими параметрами — ошибку 409.
 *
 * @minLength 1
 * @maxLength 40
 * @example "order-10036274"
 */
export type ExternalID = string;

/**
 * Название объекта, понятное человеку.
 *
 * @minLength 1
 * @maxLength 1000
 */
export type EntityName = string;

/**
 * Метка продолжения: закладка, с которой начинается следующая часть списка. Получите её в предыдущем ответе и
 * передайте без изменений вместе с теми же условиями.
 *
 * @minLength 1
 * @maxLength 4000
 */
export type ContinuationToken = string;

/**
 * Наибольшее число элементов в ответе.
 *
 * @isInt
 * @minimum 1
 * @maximum 1000
 * @example 50
 */
export type Limit = number;

/**
 * Подписанный платформой токен. Его содержимое для вас непрозрачно: храните и передавайте его без изменений.
 *
 * @minLength 1
 * @maxLength 4000
 */
export type SignedToken = string;

/**
 * Адрес электронной почты.
 *
 * @format email
 * @maxLength 100
 * @pattern ^[^\s@]+@[^\s@]+$
 * @example "user@example.com"
 */
export type EmailAddress = string;

/**
 * Номер телефона в международном формате: знак `+` и от 4 до 15 цифр.
 *
 * @pattern ^\+\d{4,15}$
 * @example "+79001234567"
 */
export type PhoneNumber = string;

/** Произвольные данные в вашем формате: объект JSON. Платформа хранит их и возвращает без изменений. */
export interface Metadata {
  [key: string]: unknown;
}

/** Денежные средства: сумма и её валюта. */
export interface Asset {
  /** Сумма в минимальных единицах валюты. */
  amount: Amount;
  /** Валюта суммы. */
  currency: CurrencyCode;
}

/** Контактные данные. */
export interface ContactInfo {
  /** Адрес электронной почты. */
  email?: EmailAddress;
  /** Номер телефона в международном формате. */
  phoneNumber?: PhoneNumber;
}
