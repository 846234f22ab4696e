import type { EntityID } from '../timelines/timeline.types';

/** По чему группировать: `hour` — час, `connector` — коннектор, `tool` — средство платежа, `shop` — магазин, `reason` — чем кончилась попытка. */
export type Grouping = 'hour' | 'connector' | 'tool' | 'shop' | 'reason';

/** Сколько попыток завершилось. */
export interface AttemptCounts {
  /**
   * Попытки.
   * @isInt
   */
  attempts: number;
  /**
   * Одобрено.
   * @isInt
   */
  approved: number;
  /**
   * Отклонено провайдером или банком.
   * @isInt
   */
  declined: number;
  /** Доля одобренных, от 0 до 1; нет, если попыток не было. */
  approvalRate?: number;
}

/** Попытки одной группы. */
export interface AttemptsOfGroup extends AttemptCounts {
  /** Час (`2026-11-25T10:00:00Z`), коннектор, средство платежа, магазин или причина отказа (`authorization_failed:insufficient_funds`). */
  key: string;
  /** То же неделей раньше. */
  weekAgo: AttemptCounts;
}

/** Статистика попыток провести платёж по полным часам (UTC). */
export interface AttemptStatistics {
  /** С какого часа. */
  from: string;
  /** До какого часа. */
  to: string;
  /** До какого времени посчитаны все попытки; нет, если подсчёт ещё не начинался. */
  completeUntil?: string;
  total: AttemptCounts;
  /** Всего неделей раньше. */
  totalWeekAgo: AttemptCounts;
  /** Не больше 1000 групп: часы по порядку, остальные от самой большой. */
  groups: AttemptsOfGroup[];
}

/** С какого времени посчитать заново. */
export interface RebuildParams {
  /** Время по RFC 3339. */
  from: string;
}

/** Подсчёт идёт заново. */
export interface Rebuilding {
  /** С какого часа; нет, если подсчёт ещё не начинался. */
  from?: string;
}

/** Какие попытки посчитать. */
export interface StatisticsQuery {
  /**
   * Начало промежутка по RFC 3339; округляется вниз до часа.
   * @maxLength 40
   */
  from?: string;
  /**
   * Конец промежутка по RFC 3339; округляется вниз до часа.
   * @maxLength 40
   */
  to?: string;
  /** По чему группировать; если не указано, по часам. */
  by?: Grouping;
  /** Только этот магазин. */
  shopID?: EntityID;
  /** Только этот коннектор. */
  connector?: EntityID;
  /** Только это средство платежа, например `bankCard`. */
  tool?: EntityID;
}
