import type { PartyID, ShopID } from '../shared/primitives.types';

/** Параметры нового вебхука. */
export interface WebhookParams {
  /** О чём сообщать: тема и типы событий. */
  scope: WebhookScope;
  /** Участник, о событиях которого сообщать. Если не указан, берётся участник ключа API. */
  partyID?: PartyID;
  /**
   * Адрес, на который придут сообщения. Он должен быть доступен из интернета.
   *
   * @maxLength 1000
   * @example "https://shop.example/webhook"
   */
  url: string;
}

/** Вебхук: подписка на события, о которых платформа сообщает на ваш сервер. */
export interface Webhook {
  /**
   * Идентификатор вебхука.
   *
   * @extension {"x-read-only": true}
   */
  id: string;
  /**
   * Включена ли доставка.
   *
   * @extension {"x-read-only": true}
   */
  active: boolean;
  /** О чём сообщает вебхук. */
  scope: WebhookScope;
  /** Участник, о событиях которого сообщает вебхук. */
  partyID?: PartyID;
  /**
   * Адрес, на который приходят сообщения.
   *
   * @maxLength 1000
   */
  url: string;
  /**
   * Открытый ключ RSA, которым проверяется подпись сообщений этого вебхука: структура X.509 SubjectPublicKeyInfo в
   * формате PEM, со строками `-----BEGIN PUBLIC KEY-----` и `-----END PUBLIC KEY-----`, без перевода строки в
   * конце. Новый вебхук получает ключ вебхуков с тем же адресом, а если их нет – самый новый ключ участника.
   *
   * @extension {"x-read-only": true}
   */
  publicKey: string;
  /**
   * Открытый ключ Ed25519, которым проверяется заголовок `webhook-signature` версии `v1a` по правилам Standard Webhooks: `whpk_` и
   * base64. Есть, если платформа добавляет к сообщениям эти заголовки.
   *
   * @extension {"x-read-only": true}
   */
  standardPublicKey?: string;
}

/** Что отправляется снова. */
export interface WebhookRetry {
  /**
   * О скольких объектах отправляются сообщения.
   *
   * @isInt
   */
  subjectCount: number;
}

/** Секрет вебхука. */
export interface WebhookSecret {
  /**
   * Общий секрет подписи `v1` по правилам Standard Webhooks: `whsec_` и base64. Показывается один раз.
   *
   * @example "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
   */
  secret: string;
}

/** Область вебхука: тема и типы событий. */
export type WebhookScope = InvoicesTopic | CustomersTopic | PayoutsTopic;

/** События инвойсов, их платежей и возвратов. */
export interface InvoicesTopic {
  /** Тема: инвойсы. */
  topic: 'InvoicesTopic';
  /** Магазин, о событиях которого сообщать. */
  shopID: ShopID;
  /** Типы событий, о которых сообщать. */
  eventTypes: InvoicesTopicEventType[];
}

/**
 * Тип события инвойса, платежа или возврата. Возвраты и действия плательщика в сообщениях называются короче, чем в
 * подписке (`RefundCreated`, а не `PaymentRefundCreated`); в подписке принимаются оба имени. О `RefundPending` сообщается, только
 * если оно названо.
 */
export type InvoicesTopicEventType =
  | 'InvoiceCreated'
  | 'InvoicePaid'
  | 'InvoiceCancelled'
  | 'InvoiceFulfilled'
  | 'PaymentStarted'
  | 'PaymentProcessed'
  | 'PaymentCaptured'
  | 'PaymentCancelled'
  | 'PaymentChargedBack'
  | 'PaymentRefunded'
  | 'PaymentFailed'
  | 'PaymentCashChanged'
  | 'PaymentRefundCreated'
  | 'PaymentRefundSucceeded'
  | 'PaymentRefundFailed'
  | 'PaymentUserInteractionRequested'
  | 'PaymentUserInteractionCompleted'
  | 'RefundCreated'
  | 'RefundPending'
  | 'RefundSucceeded'
  | 'RefundFailed'
  | 'PaymentInteractionRequested'
  | 'PaymentInteractionCompleted';

/** События сохранённых покупателей и их привязок. */
export interface CustomersTopic {
  /** Тема: сохранённые покупатели. */
  topic: 'CustomersTopic';
  /** Магазин, о событиях которого сообщать. */
  shopID: ShopID;
  /** Типы событий, о которых сообщать. */
  eventTypes: CustomersTopicEventType[];
}

/** Тип события сохранённого покупателя. */
export type CustomersTopicEventType =
  | 'CustomerCreated'
  | 'CustomerDeleted'
  | 'CustomerReady'
  | 'CustomerBindingStarted'
  | 'CustomerBindingSucceeded'
  | 'CustomerBindingFailed';

/** События выплат магазину. Расширение договора. */
export interface PayoutsTopic {
  /** Тема: выплаты магазину. */
  topic: 'PayoutsTopic';
  /** Магазин, о событиях которого сообщать. */
  shopID: ShopID;
  /** Типы событий, о которых сообщать. */
  eventTypes: PayoutsTopicEventType[];
}

/** Тип события выплаты: создана, зачислена, не состоялась. */
export type PayoutsTopicEventType = 'PayoutCreated' | 'PayoutPaid' | 'PayoutFailed';
