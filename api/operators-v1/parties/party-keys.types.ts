import type { EntityID } from '../timelines/timeline.types';
import type { OperatorName } from '../operators/operator.types';
import type { Reason } from '../webhooks/webhook.types';

/** Право ключа участника. */
export type PartyKeyScope = 'read' | 'payments' | 'payouts' | 'webhooks' | 'keys';

/** Ключ участника без секрета. */
export interface PartyKey {
  /** Идентификатор ключа. */
  id: EntityID;
  /** Участник. */
  partyID: string;
  /** Имя ключа. */
  name: string;
  /** Права. */
  scopes: PartyKeyScope[];
  /** Когда создан. */
  createdAt: string;
  /** До какого момента действует; `null` — всегда. */
  expiresAt: string | null;
  /** Когда отозван. */
  revokedAt: string | null;
  /** Когда использован в последний раз, с точностью до минуты. */
  lastUsedAt: string | null;
  /** Когда в последний раз превысил предел запросов. */
  lastLimitedAt: string | null;
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Ключи участника. */
export interface PartyKeys {
  /** Ключи от старого к новому. */
  keys: PartyKey[];
}

/** Новый ключ участника. */
export interface PartyKeyParams {
  /** Имя ключа. */
  name: OperatorName;
  /**
   * Права; по умолчанию все, кроме `keys`: с ним мерчант управляет ключами сам.
   * @minItems 1
   * @maxItems 10
   */
  scopes?: PartyKeyScope[];
  /**
   * До какого момента действует; по умолчанию всегда.
   * @pattern ^\d{4}-\d\d-\d\dT
   * @maxLength 40
   */
  expiresAt?: string;
  /** Нужна, если ключ одобряет второй человек. */
  reason?: Reason;
}

/** Замена ключа. */
export interface PartyKeyRotationParams {
  /**
   * Сколько секунд прежний ключ ещё действует.
   * @isInt
   * @minimum 0
   * @maximum 31622400
   */
  overlapSeconds: number;
  /**
   * До какого момента действует новый ключ; по умолчанию всегда.
   * @pattern ^\d{4}-\d\d-\d\dT
   * @maxLength 40
   */
  expiresAt?: string;
  /** Нужна, если ключ одобряет второй человек. */
  reason?: Reason;
}

/** Созданный ключ: секрет показывается один раз. */
export interface CreatedPartyKey extends PartyKey {
  /** Секрет. */
  apiKey: string;
}

/** Новый ключ и срок прежнего. */
export interface RotatedPartyKey {
  /** Новый ключ. */
  created: CreatedPartyKey;
  /** Прежний ключ. */
  previous: PartyKey;
}

/** Пределы запросов участника в секунду; `null` — обычный предел. */
export interface PartyRequestLimit {
  /** Участник. */
  partyID: EntityID;
  /** Для каждого его ключа. */
  perKey: number | null;
  /** Для каждого токена его плательщиков. */
  perToken: number | null;
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Участники с собственными пределами. */
export interface PartyRequestLimits {
  /** Пределы. */
  limits: PartyRequestLimit[];
}

/** Новые пределы; без обоих действуют обычные. */
export interface RequestLimitParams {
  /**
   * Запросов в секунду для каждого ключа.
   * @isInt
   * @minimum 1
   * @maximum 1000000
   */
  perKey?: number;
  /**
   * Запросов в секунду для каждого токена.
   * @isInt
   * @minimum 1
   * @maximum 1000000
   */
  perToken?: number;
}

/** Ключ по одобренной команде. */
export interface TakenPartyKey {
  created: CreatedPartyKey;
  /** Заменённый ключ. */
  previous?: PartyKey;
}
