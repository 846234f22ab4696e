import type { EntityID, Timestamp } from '../shared/primitives.types';

/**
 * Право ключа: `read` — читать всё, что принадлежит участнику, `payments` — изменять в API платежей, `payouts` — изменять в API
 * кошельков, `webhooks` — управлять вебхуками, `keys` — управлять ключами.
 */
export type ApiKeyScope = 'read' | 'payments' | 'payouts' | 'webhooks' | 'keys';

/**
 * Имя ключа, чтобы узнать его в списке.
 *
 * @minLength 1
 * @maxLength 100
 * @pattern \S
 * @example "Выгрузка в бухгалтерию"
 */
export type ApiKeyName = string;

/** Ключ участника без секрета. */
export interface ApiKey {
  id: EntityID;
  name: ApiKeyName;
  /** Права ключа. */
  scopes: ApiKeyScope[];
  /** Когда создан. */
  createdAt: Timestamp;
  /** До какого времени действует; нет у бессрочного. */
  expiresAt?: Timestamp;
  /** Когда отозван. */
  revokedAt?: Timestamp;
  /** Когда использован в последний раз, с точностью до минуты. */
  lastUsedAt?: Timestamp;
  /** Этим ли ключом подписан запрос. */
  isCurrent: boolean;
}

/** Ключи участника. */
export interface ApiKeyList {
  /** Сначала действующие ключи, от новых к старым, затем отозванные и истёкшие; всего не больше 500. */
  result: ApiKey[];
}

/** Параметры нового ключа. */
export interface ApiKeyParams {
  name: ApiKeyName;
  /**
   * Права нового ключа. Каждое из них должно быть у ключа, которым подписан запрос.
   *
   * @minItems 1
   * @maxItems 10
   * @example ["read"]
   */
  scopes: ApiKeyScope[];
  /**
   * До какого времени действует; по умолчанию бессрочно. Если ключ, которым подписан запрос, сам ограничен сроком, новый действует
   * не дольше него, а по умолчанию — столько же.
   *
   * @example "2090-01-01T00:00:00Z"
   */
  expiresAt?: Timestamp;
}

/** Параметры замены ключа. */
export interface ApiKeyRotationParams {
  /**
   * Сколько секунд действует прежний ключ; его собственный срок не продлевается.
   *
   * @isInt
   * @minimum 0
   * @maximum 31622400
   * @example 86400
   */
  overlapSeconds: number;
  /**
   * До какого времени действует новый ключ; по умолчанию бессрочно. Если ключ, которым подписан запрос, сам ограничен сроком, новый
   * действует не дольше него, а по умолчанию — столько же.
   *
   * @example "2090-01-01T00:00:00Z"
   */
  expiresAt?: Timestamp;
}

/** Параметры отзыва ключа. */
export interface ApiKeyRevocationParams {
  /**
   * Почему ключ отозван. Причина остаётся в журнале платформы.
   *
   * @minLength 1
   * @maxLength 200
   * @pattern \S
   * @example "Ключ попал в открытый репозиторий"
   */
  reason?: string;
}

/** Созданный ключ. */
export interface CreatedApiKey extends ApiKey {
  /** Секрет: значение для заголовка `Authorization`. Платформа показывает его один раз и не хранит. */
  apiKey: string;
}

/** Новый ключ и прежний с его сроком. */
export interface RotatedApiKey {
  created: CreatedApiKey;
  previous: ApiKey;
}
