import type { Timestamp } from '../shared/primitives.types';

/** Попытка доставить сообщение. */
export interface InvoiceDeliveryAttempt {
  /**
   * Номер попытки.
   *
   * @isInt
   */
  number: number;
  /** Когда начата. */
  startedAt: Timestamp;
  /**
   * Сколько длилась, в миллисекундах.
   *
   * @isInt
   */
  durationMs: number;
  /**
   * HTTP-статус ответа; нет, если ответа не было.
   *
   * @isInt
   */
  status?: number;
  /** Почему ответа нет. */
  error?: string;
  /** Начало ответа вашего сервера, до 1 КБ. */
  answer?: string;
}

/** Сообщение вебхука об инвойсе, его платеже или возврате. */
export interface InvoiceDelivery {
  /**
   * Номер события.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  eventID: number;
  /** Тип события. */
  eventType: string;
  /** Время события. */
  occurredAt: Timestamp;
  /** Вебхук, которому отправлено сообщение. */
  webhookID: string;
  /** Адрес вебхука. */
  url: string;
  /** Что с доставкой: `pending` — доставляется, `delivered` — доставлено, `discarded` — отброшено. */
  status: 'pending' | 'delivered' | 'discarded';
  /**
   * Сколько было попыток.
   *
   * @isInt
   */
  attemptCount: number;
  /** Тело сообщения, как оно отправлено и подписано. */
  body: string;
  /** Последние попытки, от новой к старой, не больше десяти. */
  attempts: InvoiceDeliveryAttempt[];
}
