import type { CurrencyCode, NonNegativeAmount, Timestamp } from '../shared/primitives.types';

/**
 * Сколько объектов.
 *
 * @isInt
 * @minimum 0
 * @maximum 2147483647
 */
export type SummaryCount = number;

/** Число операций и их сумма. */
export interface SummaryTotal {
  count: SummaryCount;
  /** Сумма в минимальных единицах валюты. */
  amount: NonNegativeAmount;
}

/** Деньги промежутка в одной валюте. */
export interface SummaryMoney {
  currency: CurrencyCode;
  /** Списанные платежи, вместе с теми, что потом возвращены или оспорены. */
  sales: SummaryTotal;
  /** Выполненные возвраты. */
  refunds: SummaryTotal;
}

/** Платежи и возвраты, созданные за промежуток. */
export interface SummaryPart {
  from: Timestamp;
  to: Timestamp;
  /** Платежи, одобренные банком: списанные, удержанные и отменённые после удержания. */
  approved: SummaryCount;
  /** Платежи, которые не удались. */
  declined: SummaryCount;
  /** По одной на валюту; список пуст, если не было ни продаж, ни возвратов. */
  money: SummaryMoney[];
}

/** Промежуток до этой минуты и такая же часть предыдущего. */
export interface SummaryPeriod {
  current: SummaryPart;
  previous: SummaryPart;
}

/** Сколько дел ждёт магазин и когда истекает срок первого из них. */
export interface SummaryAttention {
  count: SummaryCount;
  firstAt?: Timestamp;
}

/** Сводка магазина: продажи и возвраты за день и месяц и то, что требует решения. */
export interface ShopSummary {
  /**
   * Часовой пояс магазина, в котором считаются день и месяц.
   *
   * @example "Europe/Moscow"
   */
  timeZone: string;
  today: SummaryPeriod;
  month: SummaryPeriod;
  /** Удержания, которые закончатся в ближайшие сутки. */
  endingHolds: SummaryAttention;
  /** Чарджбэки, которые рассматриваются; `firstAt` — до какого времени нужен ответ. */
  chargebacks: SummaryAttention;
  /** Вебхуки, сообщения которых не доставляются. */
  webhooks: SummaryAttention;
}

/**
 * Месяц по времени магазина.
 *
 * @pattern ^20\d\d-(0[1-9]|1[0-2])$
 * @example "2026-11"
 */
export type ShopMonthName = string;

/** День магазина. */
export interface ShopMonthLine {
  /**
   * День.
   *
   * @example "2026-11-25"
   */
  day: string;
  /**
   * Средство платежа.
   *
   * @example "bankCard"
   */
  toolType?: string;
  /**
   * Провайдер.
   *
   * @example "qps"
   */
  provider?: string;
  currency: CurrencyCode;
  /** Списанные платежи, вместе с теми, что потом возвращены или оспорены. */
  sales: SummaryTotal;
  /** Комиссия платформы в минимальных единицах валюты. */
  fees: NonNegativeAmount;
  /** Выполненные возвраты. */
  refunds: SummaryTotal;
  /** Чарджбэки. */
  chargebacks: SummaryTotal;
}

/** Месяц магазина. */
export interface ShopMonth {
  /**
   * Часовой пояс магазина.
   *
   * @example "Europe/Moscow"
   */
  timeZone: string;
  from: Timestamp;
  to: Timestamp;
  /** По дням. */
  lines: ShopMonthLine[];
}
