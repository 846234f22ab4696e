/**
 * Сумма в минимальных единицах валюты: копейках для рублей, центах для долларов.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 */
export type EventAmount = number;

/**
 * Число единиц товара.
 *
 * @isInt
 * @minimum 1
 */
export type EventCount = number;

/**
 * Дата и время по RFC 3339, по UTC, с тремя или шестью знаками доли секунды; нулевая доля не пишется.
 *
 * @format date-time
 * @example "2026-11-21T12:00:00Z"
 */
export type EventTimestamp = string;

/** Произвольные данные, которые вы передали при создании объекта. */
export interface EventMetadata {
  [key: string]: unknown;
}

/** Ошибка: код и описание. */
export interface EventError {
  /** Код ошибки. */
  code: string;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Контактные данные плательщика. */
export interface ContactInfo {
  /**
   * Адрес электронной почты.
   *
   * @format email
   * @maxLength 100
   */
  email?: string;
  /**
   * Телефон в международном формате.
   *
   * @pattern ^\+\d{4,15}$
   */
  phoneNumber?: string;
}

/** Данные устройства плательщика. */
export interface ClientInfo {
  /**
   * IP-адрес плательщика.
   *
   * @format ip-address
   * @maxLength 45
   */
  ip?: string;
  /**
   * Отпечаток устройства плательщика.
   *
   * @maxLength 1000
   */
  fingerprint: string;
}
