import type { EntityID } from '../shared/primitives.types';

/** Тип события вывода, на который можно подписаться. */
export type WithdrawalEventType = 'WithdrawalStarted' | 'WithdrawalSucceeded' | 'WithdrawalFailed';

/** Тип события получателя средств, на который можно подписаться. */
export type DestinationEventType = 'DestinationCreated' | 'DestinationUnauthorized' | 'DestinationAuthorized';

/** События выводов. */
export interface WithdrawalsTopic {
  /** Тема событий. */
  topic: 'WithdrawalsTopic';
  /** Идентификатор кошелька. Если указан, сообщения приходят только о выводах из него. */
  walletID?: EntityID;
  /** Типы событий, о которых отправляются сообщения. */
  eventTypes: WithdrawalEventType[];
}

/** События получателей средств. */
export interface DestinationsTopic {
  /** Тема событий. */
  topic: 'DestinationsTopic';
  /** Типы событий, о которых отправляются сообщения. */
  eventTypes: DestinationEventType[];
}

/** Какие события отправляются. Тему задаёт поле `topic`. */
export type WebhookScope = WithdrawalsTopic | DestinationsTopic;

/**
 * Адрес, на который отправляются сообщения.
 *
 * @format uri
 * @maxLength 1000
 * @example "https://example.com/webhook"
 */
export type WebhookURL = string;

/** Данные нового вебхука. */
export interface WebhookParameters {
  /** Идентификатор владельца, о событиях которого отправляются сообщения. */
  identityID: EntityID;
  /** Какие события отправляются. */
  scope: WebhookScope;
  /** Адрес вашего сервера. */
  url: WebhookURL;
}

/** Вебхук: подписка на события. */
export interface Webhook {
  /** Идентификатор вебхука. */
  id: EntityID;
  /** Идентификатор владельца, о событиях которого отправляются сообщения. */
  identityID: EntityID;
  /** Включён ли вебхук. */
  active: boolean;
  /** Какие события отправляются. */
  scope: WebhookScope;
  /** Адрес вашего сервера. */
  url: WebhookURL;
  /**
   * Открытый ключ вебхука для проверки подписи: SPKI в DER, закодированный в Base64 без обрамления PEM. Новый вебхук
   * получает ключ вебхуков с тем же адресом, а если их нет – самый новый ключ участника.
   */
  publicKey: string;
  /**
   * Открытый ключ Ed25519, которым проверяется заголовок `webhook-signature` версии `v1a` по правилам Standard Webhooks: `whpk_` и
   * base64. Есть, если платформа добавляет к сообщениям эти заголовки.
   */
  standardPublicKey?: string;
}
