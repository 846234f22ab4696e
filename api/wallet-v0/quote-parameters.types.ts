import type { Asset, EntityID } from './primitives.types';

/** Карта отправителя. */
export interface BankCardSenderResource {
  /** Вид платёжного средства. */
  type: 'BankCardSenderResource';
  /**
   * Токен карты, полученный операцией `storeBankCard`.
   *
   * @minLength 1
   * @maxLength 1000
   */
  token: string;
  /**
   * Первые цифры номера карты (БИН).
   *
   * @pattern ^\d{6,8}$
   * @extension {"x-read-only": true}
   */
  bin?: string;
  /**
   * Последние цифры номера карты.
   *
   * @pattern ^\d{2,4}$
   * @extension {"x-read-only": true}
   */
  lastDigits?: string;
  /**
   * Платёжная система карты.
   *
   * @extension {"x-read-only": true}
   */
  paymentSystem?: string;
}

/** Карта отправителя вместе с данными авторизации. */
export interface BankCardSenderResourceParams {
  /** Вид платёжного средства. */
  type: 'BankCardSenderResourceParams';
  /**
   * Токен карты, полученный операцией `storeBankCard`.
   *
   * @minLength 1
   * @maxLength 1000
   */
  token: string;
  /**
   * Данные авторизации карты, полученные вместе с токеном.
   *
   * @maxLength 1000
   */
  authData: string;
}

/** Карта получателя. */
export interface BankCardReceiverResource {
  /** Вид платёжного средства. */
  type: 'BankCardReceiverResource';
  /**
   * Токен карты, полученный операцией `storeBankCard`.
   *
   * @minLength 1
   * @maxLength 1000
   */
  token: string;
  /**
   * Первые цифры номера карты (БИН).
   *
   * @pattern ^\d{6,8}$
   * @extension {"x-read-only": true}
   */
  bin?: string;
  /**
   * Последние цифры номера карты.
   *
   * @pattern ^\d{2,4}$
   * @extension {"x-read-only": true}
   */
  lastDigits?: string;
  /**
   * Платёжная система карты.
   *
   * @extension {"x-read-only": true}
   */
  paymentSystem?: string;
}

/** Карта получателя, переданная токеном. */
export interface BankCardReceiverResourceParams {
  /** Вид платёжного средства. */
  type: 'BankCardReceiverResourceParams';
  /**
   * Токен карты, полученный операцией `storeBankCard`.
   *
   * @minLength 1
   * @maxLength 1000
   */
  token: string;
}

/** Платёжное средство отправителя. */
export type SenderResource = BankCardSenderResource;

/** Платёжное средство отправителя вместе с данными авторизации. */
export type SenderResourceParams = BankCardSenderResourceParams;

/** Платёжное средство получателя. */
export type ReceiverResource = BankCardReceiverResource;

/** Платёжное средство получателя, переданное токеном. */
export type ReceiverResourceParams = BankCardReceiverResourceParams;

/** Параметры котировки перевода с карты на карту. */
export interface QuoteParameters {
  /** Платёжное средство отправителя. */
  sender: SenderResource;
  /** Платёжное средство получателя. */
  receiver: ReceiverResource;
  /** Идентификатор владельца, от имени которого выполняется перевод. */
  identityID: EntityID;
  /** Сумма перевода и её валюта. */
  body: Asset;
}
