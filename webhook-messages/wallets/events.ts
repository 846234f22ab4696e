import type { DestinationResource } from './resources';

/** Событие, о котором сообщает вебхук. Вид события указан в поле `eventType`. */
export type WalletsWebhookEvent = WithdrawalTopicEvent | DestinationTopicEvent;

/** Событие вывода средств. */
export type WithdrawalTopicEvent = WithdrawalStarted | WithdrawalSucceeded | WithdrawalFailed;

/** Событие получателя средств. */
export type DestinationTopicEvent = DestinationCreated | DestinationAuthorized | DestinationUnauthorized;

/**
 * Дата и время по RFC 3339, по UTC, с тремя или шестью знаками доли секунды; нулевая доля не пишется.
 *
 * @format date-time
 * @example "2026-11-21T12:00:00Z"
 */
export type WalletEventTimestamp = string;

/**
 * Код валюты по ISO 4217: три заглавные латинские буквы.
 *
 * @pattern ^[A-Z]{3}$
 * @example "RUB"
 */
export type CurrencyID = string;

/** Произвольные данные, которые вы передали при создании объекта. */
export interface WalletEventMetadata {
  [key: string]: unknown;
}

/** Общая часть всех событий. */
export interface WalletEventEnvelope {
  /** Идентификатор события. Повторная доставка несёт тот же идентификатор. */
  eventID?: string;
  /** Время события. */
  occuredAt: WalletEventTimestamp;
}

/** Создан вывод средств. */
export interface WithdrawalStarted extends WalletEventEnvelope {
  /** Тема: выводы средств. */
  topic: 'WithdrawalTopic';
  /** Вид события: создан вывод средств. */
  eventType: 'WithdrawalStarted';
  /** Вывод средств. */
  withdrawal: Withdrawal;
}

/** Вывод средств завершён успешно. */
export interface WithdrawalSucceeded extends WalletEventEnvelope {
  /** Тема: выводы средств. */
  topic: 'WithdrawalTopic';
  /** Вид события: вывод средств завершён успешно. */
  eventType: 'WithdrawalSucceeded';
  /** Идентификатор вывода средств. */
  withdrawalID: string;
  /** Идентификатор вывода средств в вашей системе. */
  externalID?: string;
}

/** Вывод средств не удался. */
export interface WithdrawalFailed extends WalletEventEnvelope {
  /** Тема: выводы средств. */
  topic: 'WithdrawalTopic';
  /** Вид события: вывод средств не удался. */
  eventType: 'WithdrawalFailed';
  /** Идентификатор вывода средств. */
  withdrawalID: string;
  /** Идентификатор вывода средств в вашей системе. */
  externalID?: string;
}

/** Вывод средств на момент события. */
export interface Withdrawal {
  /** Идентификатор вывода средств. */
  id?: string;
  /** Время создания. */
  createdAt?: WalletEventTimestamp;
  /** Идентификатор получателя средств. */
  destination: string;
  /** Сумма вывода. */
  body: WithdrawalBody;
  /** Ваши данные о выводе средств. */
  metadata?: WalletEventMetadata;
  /** Идентификатор кошелька, из которого выводятся средства. */
  wallet: string;
  /** Идентификатор вывода средств в вашей системе. Делает создание идемпотентным. */
  externalID?: string;
}

/** Сумма и валюта. */
export interface WithdrawalBody {
  /**
   * Сумма в минимальных единицах валюты: копейках для рублей, центах для долларов.
   *
   * @isLong
   * @maximum 9007199254740991
   */
  amount: number;
  /** Валюта суммы. */
  currency: CurrencyID;
}

/** Создан получатель средств. */
export interface DestinationCreated extends WalletEventEnvelope {
  /** Тема: получатели средств. */
  topic: 'DestinationTopic';
  /** Вид события: создан получатель средств. */
  eventType: 'DestinationCreated';
  /** Получатель средств. */
  destination: Destination;
}

/** Получатель средств авторизован: ему можно выводить деньги. */
export interface DestinationAuthorized extends WalletEventEnvelope {
  /** Тема: получатели средств. */
  topic: 'DestinationTopic';
  /** Вид события: получатель средств авторизован. */
  eventType: 'DestinationAuthorized';
  /** Идентификатор получателя средств. */
  destinationID: string;
  /** Идентификатор получателя средств в вашей системе. */
  externalID?: string;
}

/**
 * Получатель средств не авторизован: выводы ему отклоняются. Приходит вслед за `DestinationCreated` и когда срок авторизации
 * истёк.
 */
export interface DestinationUnauthorized extends WalletEventEnvelope {
  /** Тема: получатели средств. */
  topic: 'DestinationTopic';
  /** Вид события: получатель средств не авторизован. */
  eventType: 'DestinationUnauthorized';
  /** Идентификатор получателя средств. */
  destinationID: string;
  /** Идентификатор получателя средств в вашей системе. */
  externalID?: string;
}

/** Получатель средств на момент события. */
export interface Destination {
  /** Идентификатор получателя средств. */
  id?: string;
  /** Название получателя средств. */
  name: string;
  /** Идентификатор владельца. */
  identity: string;
  /** Валюта получателя средств. */
  currency: CurrencyID;
  /** Куда поступят деньги. */
  resource: DestinationResource;
  /** Ваши данные о получателе средств. */
  metadata?: WalletEventMetadata;
  /** Идентификатор получателя средств в вашей системе. Делает создание идемпотентным. */
  externalID?: string;
}
