import type { Asset, EntityID } from '../shared/primitives.types';

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

/** Платёжное средство отправителя. */
export type SenderResource = BankCardSenderResource;

/** Платёжное средство получателя. */
export type ReceiverResource = BankCardReceiverResource;

/**
 * Параметры котировки перевода на карту от имени владельца. Токены обеих карт должны быть получены с вашим ключом. Вывод по такой
 * котировке возможен из любого кошелька владельца, но только на карту получателя.
 */
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
