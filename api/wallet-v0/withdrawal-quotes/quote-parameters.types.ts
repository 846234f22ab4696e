import type { Asset, EntityID } from '../shared/primitives.types';

/** Карта, заданная токеном. */
export interface QuotedCard {
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

/** Карта отправителя. */
export interface BankCardSenderResource extends QuotedCard {
  /** Вид платёжного средства. */
  type: 'BankCardSenderResource';
}

/** Карта получателя. */
export interface BankCardReceiverResource extends QuotedCard {
  /** Вид платёжного средства. */
  type: 'BankCardReceiverResource';
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
