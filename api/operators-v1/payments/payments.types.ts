import type { EntityID } from '../timelines/timeline.types';

/** Попытка авторизации платежа. */
export interface AuthorisationAttempt {
  /** Номер попытки. */
  number: number;
  /** Коннектор. */
  connector: string;
  /** Идентификатор операции у провайдера. */
  operationID: string;
  /** Почему попытка пошла к этому коннектору. */
  reason: string;
  /** Когда начата. */
  startedAt: string;
  /** Чем закончилась. */
  outcome?: string;
  /** Ответ провайдера. */
  answer?: string;
  /** Когда закончена. */
  endedAt?: string;
}

/** Попытки авторизации. */
export interface AuthorisationAttempts {
  /** Попытки по порядку. */
  attempts: AuthorisationAttempt[];
  /** Комиссия эквайера, если он её назвал. */
  acquirerFee?: AcquirerFee;
}

/** Комиссия, которую эквайер удерживает с провайдера. В комиссию магазина она не входит. */
export interface AcquirerFee {
  /** Сумма в минимальных единицах. */
  amount: number;
  /** Валюта. */
  currency: string;
}

/** Ссылка на оплату. */
export interface PaymentLinkParams {
  /**
   * Куда вернуть плательщика.
   * @maxLength 1000
   * @pattern ^https?://
   */
  redirectUrl?: string;
}

/** Ссылка, по которой инвойс может оплатить любой. */
export interface InvoicePaymentLink {
  /** Инвойс. */
  invoiceID: EntityID;
  /** Адрес. */
  url: string;
  /** До какого момента действует. */
  validUntil: string;
}

/** Новый источник пополнений. */
export interface DepositSourceParams {
  /** Идентификатор; по умолчанию новый. */
  id?: EntityID;
  /**
   * Имя.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * Валюта.
   * @pattern ^[A-Z]{3}$
   */
  currency: string;
}

/** Источник пополнений. */
export interface DepositSource {
  /** Идентификатор. */
  id: EntityID;
  /** Имя. */
  name: string;
  /** Валюта. */
  currency: string;
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Заметка о платеже. */
export interface PaymentNoteParams {
  /**
   * Текст.
   * @minLength 1
   * @maxLength 1000
   */
  text: string;
}
