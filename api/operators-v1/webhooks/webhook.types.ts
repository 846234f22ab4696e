import type { EntityID } from '../timelines/timeline.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/** Вебхук участника глазами оператора. */
export interface OperatedWebhook {
  /** Идентификатор вебхука. */
  webhookID: EntityID;
  /** Участник, которому принадлежит вебхук. */
  partyID: string;
  /** Магазин, о событиях которого сообщает вебхук. */
  shopID?: string;
  /** Владелец кошельков, о событиях которого сообщает вебхук. */
  identityID?: string;
  /** Тема событий. */
  topic: string;
  /** Типы событий, как они названы в подписке. */
  eventTypes: string[];
  /** Адрес без параметров: в них бывают секреты. */
  url: string;
  /** Когда вебхук создан. */
  createdAt: string;
  /** С какого момента доставка приостановлена. */
  pausedAt?: string;
  /** Почему доставка приостановлена. */
  pauseReason?: string;
  /** Удалён ли вебхук. */
  isDeleted: boolean;
  /** Открытый ключ RSA для проверки `Content-Signature`: SubjectPublicKeyInfo в формате DER, base64. */
  publicKey: string;
  /** До какого момента сообщения подписываются прежним ключом, если ключ заменён. */
  previousKeyUntil?: string;
  /** Несут ли сообщения заголовки Standard Webhooks. */
  hasStandardHeaders: boolean;
  /** Открытый ключ Ed25519 для проверки `webhook-signature`: `whpk_` и base64. */
  standardPublicKey?: string;
  /** До какого момента рядом с ним подписывает прежний ключ Ed25519, если ключ заменён. */
  previousStandardKeyUntil?: string;
  /** Сколько объектов ждут доставки. */
  waitingCount: number;
  /** О скольких из них сообщения не приняты. */
  troubledCount: number;
  /** Изменил ли что-нибудь этот запрос; есть в ответах на действия. Повторное действие ничего не меняет. */
  isChanged?: boolean;
}

/** Вебхуки участника. */
export interface OperatedWebhooks {
  /** Вебхуки от самого старого к самому новому. */
  webhooks: OperatedWebhook[];
}

/** Попытка доставить сообщение. */
export interface DeliveryAttempt {
  /** Идентификатор события. */
  eventID: string;
  /** Номер попытки. */
  number: number;
  /** Тема события. */
  topic: string;
  /** Тип события. */
  eventType: string;
  /** Объект, о котором сообщение: `invoice/…`, `customer/…`, `withdrawal/…` или `destination/…`. */
  subject: string;
  /** Когда попытка началась. */
  startedAt: string;
  /** Сколько она заняла, в миллисекундах. */
  durationMs: WholeNumber;
  /** Статус ответа. */
  status?: number;
  /** Почему ответа нет. */
  error?: string;
  /** Начало ответа. */
  answer?: string;
  /** Повторная отправка, к которой относится попытка. */
  replayID?: string;
}

/** Страница попыток. */
export interface DeliveryAttempts {
  /** Попытки от самой новой к самой старой. */
  attempts: DeliveryAttempt[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Заголовок запроса. */
export interface SentHeader {
  /** Имя. */
  name: string;
  /** Значение; нет, если оно не хранится. */
  value?: string;
}

/** Запрос, отправленный при попытке доставки. */
export interface AttemptRequest {
  /** Адрес без параметров: в них бывают секреты. */
  url: string;
  /** Когда попытка началась. */
  startedAt: string;
  /**
   * Заголовки. Значения подписей не хранятся. Заголовки Standard Webhooks названы, если они включены у вебхука сейчас.
   */
  headers: SentHeader[];
  /** Тело запроса: в точности то, что подписано и отправлено, если ничего не скрыто и не стёрто. Хранится вместе с событием, бессрочно. */
  body: string;
  /** Скрыты ли персональные данные и `metadata`: они видны с ролью `support` или `finance`. */
  isMasked: boolean;
  /** Стёрты ли с тех пор персональные данные: отправлено было другое тело. */
  isErased: boolean;
}

/**
 * Идентификатор события.
 * @pattern ^[1-9]\d{0,17}$
 */
export type EventID = string;

/**
 * Объект, о котором сообщения: `invoice/…`, `customer/…`, `withdrawal/…` или `destination/…`.
 * @pattern ^(invoice|customer|withdrawal|destination)/[^/]{1,40}$
 */
export type SubjectName = string;

/**
 * Дата и время по RFC 3339 с указанием часового пояса.
 *
 * @format date-time
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$
 * @example "2026-11-21T12:00:00Z"
 */
export type Timestamp = string;

/** Что отправить ещё раз. Без ограничений — всё, что было доставлено или отброшено. */
export interface ReplayParams {
  /**
   * Только посчитать, ничего не отправляя.
   * @default false
   */
  dryRun?: boolean;
  /** События начиная с этого момента. */
  from?: Timestamp;
  /** События до этого момента. */
  to?: Timestamp;
  /** События начиная с этого. */
  fromEventID?: EventID;
  /** События до этого включительно. */
  toEventID?: EventID;
  /**
   * Только события этих типов, как они названы в сообщениях.
   * @maxItems 50
   */
  eventTypes?: EntityID[];
  subject?: SubjectName;
  /**
   * Ключ идемпотентности: запрос с тем же ключом ничего не отправляет и отвечает как первый.
   * @minLength 1
   * @maxLength 100
   * @pattern ^[\w./:@-]+$
   */
  idempotencyKey?: string;
}

/** Сколько сообщений одного вебхука отправляется ещё раз. */
export interface ReplayCount {
  /** Идентификатор вебхука. */
  webhookID: string;
  /** Сколько объектов. */
  subjectCount: number;
  /** Сколько сообщений. */
  messageCount: number;
}

/** Повторная отправка. */
export interface Replay {
  /** Идентификатор; нет, если отправлять нечего или сообщения только посчитаны. */
  replayID?: string;
  /** Сколько объектов. */
  subjectCount: number;
  /** Сколько сообщений. */
  messageCount: number;
  /** По вебхукам. */
  webhooks: ReplayCount[];
}

/** Как далеко зашла повторная отправка одного вебхука. */
export interface ReplayProgress extends ReplayCount {
  /** Сколько объектов ещё в плане. */
  plannedCount: number;
  /** О скольких объектах сообщения отправляются сейчас или не принимаются. */
  underWayCount: number;
  /** Отменена ли отправка. */
  isCancelled: boolean;
}

/** Как далеко зашла повторная отправка. */
export interface ReplayState {
  /** Идентификатор. */
  replayID: string;
  /** Когда она заказана. */
  createdAt: string;
  /** По вебхукам. */
  webhooks: ReplayProgress[];
  /** Изменил ли что-нибудь этот запрос; есть в ответах на действия. Повторное действие ничего не меняет. */
  isChanged?: boolean;
}

/**
 * Почему: остаётся в журнале.
 * @minLength 1
 * @maxLength 200
 * @pattern \S
 */
export type Reason = string;

/** Причина. */
export interface ReasonParams {
  reason: Reason;
}

/** Какой ключ: RSA для `Content-Signature` или Ed25519 для `webhook-signature` по правилам Standard Webhooks. */
export type WebhookKeyName = 'content' | 'standard';

/** Замена ключа, которым подписываются сообщения. */
export interface KeyRotationParams extends ReasonParams {
  /**
   * Сколько секунд сообщения ещё подписываются прежним ключом (`standard` — и прежним, и новым): за это время получатель узнаёт новый. Не меньше 120 секунд
   * или ноль. Ноль — если прежний ключ попал в чужие руки: в течение минуты перестают подписывать все прежние ключи, и те, срок которых ещё не прошёл.
   *
   * @isInt
   * @minimum 0
   * @maximum 2592000
   */
  overlapSeconds: number;
  /**
   * Какой ключ заменить.
   * @default "content"
   */
  key?: WebhookKeyName;
}

/** Выбор объекта. */
export interface SubjectParams {
  subject?: SubjectName;
}

/** Выбор объекта с причиной. */
export interface DiscardParams extends SubjectParams {
  reason: Reason;
}

/** Сколько объектов отправляется сейчас. */
export interface Retried {
  /** Сколько объектов. */
  subjectCount: number;
}

/** Сколько сообщений отброшено. */
export interface Discarded {
  /** Сколько сообщений. */
  discardedCount: number;
}

/** Заголовки Standard Webhooks. */
export interface StandardHeadersParams {
  /** Добавлять ли их к сообщениям. */
  enabled: boolean;
}
