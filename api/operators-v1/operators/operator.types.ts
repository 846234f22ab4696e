import type { EntityID } from '../timelines/timeline.types';

/** Роль: `viewer` читает, `support` помогает магазинам, `finance` ведёт деньги, `configuration` — условия, `administrator` — доступ. */
export type OperatorRole = 'viewer' | 'support' | 'finance' | 'configuration' | 'administrator';

/**
 * Имя.
 * @minLength 1
 * @maxLength 100
 * @pattern \S
 */
export type OperatorName = string;

/**
 * Почему: остаётся в журнале.
 * @minLength 1
 * @maxLength 200
 * @pattern \S
 */
export type OperatorReason = string;

/** Оператор: человек с ролями. */
export interface OperatorPerson {
  /** Идентификатор оператора. */
  operatorID: EntityID;
  /** Имя. */
  name: string;
  /** Электронная почта. */
  email: string;
  /** Роли. */
  roles: OperatorRole[];
  /** Есть ли у него доступ. */
  isActive: boolean;
  /** Провайдер OpenID Connect, группы которого дают роли. */
  issuer?: string;
  /** Когда создан. */
  createdAt: string;
  /** Когда обращался в последний раз, с точностью до пяти минут. */
  lastSeenAt?: string;
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Страница операторов. */
export interface OperatorPeople {
  /** Операторы по идентификаторам. */
  operators: OperatorPerson[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Причина решения. */
export interface AccessReason {
  /** Почему. */
  reason: OperatorReason;
}

/** Сеанс оператора в консоли. */
export interface OperatorSession {
  /** Идентификатор сеанса. */
  sessionID: EntityID;
  /** Адрес, с которого вошли. */
  address: string;
  /** Браузер, как он назвал себя. */
  browser: string;
  /** Когда вошли. */
  startedAt: string;
  /** Когда человек обращался в последний раз, с точностью до минуты. */
  seenAt: string;
}

/** Открытые сеансы оператора. */
export interface OperatorSessions {
  /** Сеансы от нового к старому. */
  sessions: OperatorSession[];
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Ключ оператора без секрета. */
export interface OperatorKeyInfo {
  /** Идентификатор ключа. */
  keyID: EntityID;
  /** Имя ключа. */
  name: string;
  /** Чей он; ключ без оператора не действует. */
  operatorID?: string;
  /** Роли, которыми ограничен ключ; без них — все роли оператора. */
  roles?: OperatorRole[];
  /** Когда создан. */
  createdAt: string;
  /** До какого момента действует. */
  expiresAt?: string;
  /** Когда отозван. */
  revokedAt?: string;
  /** Изменил ли что-нибудь этот запрос. */
  isChanged?: boolean;
}

/** Ключи оператора. */
export interface OperatorKeys {
  /** Ключи от старого к новому. */
  keys: OperatorKeyInfo[];
}

/** Новый ключ. */
export interface OperatorKeyParams {
  /** Имя ключа. */
  name: OperatorName;
  /**
   * Роли, которыми ограничен ключ; по умолчанию все роли оператора.
   * @minItems 1
   * @maxItems 5
   */
  roles?: OperatorRole[];
  /**
   * До какого момента действует, не дальше года; по умолчанию 90 дней.
   * @pattern ^\d{4}-\d\d-\d\dT
   * @maxLength 40
   */
  expiresAt?: string;
}

/** Созданный ключ: секрет показывается один раз. */
export interface CreatedOperatorKey extends OperatorKeyInfo {
  /** Секрет. */
  operatorKey: string;
}

/** Код приглашения: одна из двух частей. */
export interface InvitationCode {
  /** Идентификатор приглашения: тот же, что у команды. */
  invitationID: EntityID;
  /** Кого приглашают. */
  operatorID: EntityID;
  /** До какого момента действует. */
  expiresAt: string;
  /** Код; прежний этого же человека больше не действует. */
  code: string;
}

/** Приглашение, которое принимает сам приглашённый. */
export interface InvitationParams {
  /**
   * Оба кода: того, кто запросил приглашение, и того, кто его одобрил, в любом порядке.
   * @minItems 2
   * @maxItems 2
   * @example ["hfi_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "hfi_BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"]
   */
  codes: InvitationCodeText[];
  /** Имя ключа. */
  name: OperatorName;
  /**
   * До какого момента действует ключ, не дальше года; по умолчанию 90 дней.
   * @pattern ^\d{4}-\d\d-\d\dT
   * @maxLength 40
   */
  expiresAt?: string;
}

/**
 * Код.
 * @pattern ^hfi_[\w-]{43}$
 */
export type InvitationCodeText = string;

/** Кто обращается и что ему можно. */
export interface CurrentOperator {
  /** Идентификатор оператора. */
  operatorID: EntityID;
  /** Имя. */
  name: string;
  /** Электронная почта. */
  email: string;
  /** Роли этого ключа или токена. */
  roles: OperatorRole[];
}

/** Как войти через провайдера OpenID Connect. */
export interface SignInSettings {
  /** Издатель токенов. */
  issuer: string;
  /** Публичный клиент командной строки. */
  clientID: string;
  /** Получатель, которого называет токен. */
  audience: string;
  /** Что запрашивает командная строка. */
  scope: string;
}
