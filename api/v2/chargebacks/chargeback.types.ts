import type { Amount, CurrencyCode, Timestamp } from '../shared/primitives.types';

/**
 * Стадия чарджбэка: `chargeback` — первое требование банка плательщика; `pre-arbitration` — повторное требование;
 * `arbitration` — спор решает платёжная система.
 */
export type ChargebackStage = 'chargeback' | 'pre-arbitration' | 'arbitration';

/**
 * Статус чарджбэка: `pending` — рассматривается; `rejected` — отклонён, деньги остались у магазина; `accepted` —
 * принят, деньги возвращены плательщику; `cancelled` — отозван банком плательщика.
 */
export type ChargebackStatus = 'pending' | 'rejected' | 'accepted' | 'cancelled';

/** Чарджбэк: требование банка плательщика вернуть деньги по платежу. */
export interface Chargeback {
  /** Идентификатор чарджбэка. */
  id: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Сумма, которую требуют вернуть, в минимальных единицах валюты. */
  body: Amount;
  /**
   * Сумма, которую удерживает платформа за рассмотрение, в минимальных единицах валюты. Расширение договора: 0, если она не удерживает ничего.
   *
   * @isLong
   * @minimum 0
   * @maximum 9007199254740991
   * @example 1000
   */
  levy: number;
  /** Валюта сумм. */
  currency: CurrencyCode;
  /**
   * Код причины, который назвала платёжная система.
   *
   * @maxLength 1000
   * @example "10.4"
   */
  reasonCode?: string;
  /** Стадия чарджбэка. */
  stage: ChargebackStage;
  /** Статус чарджбэка. */
  status: ChargebackStatus;
}
