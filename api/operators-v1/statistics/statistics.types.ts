import type { PageParams } from '../shared/page.types';
import type { EntityID } from '../timelines/timeline.types';
import type { MinorAmount } from '../shared/amount.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/** По чему группировать: `hour` — час, `day` — день (UTC), `connector` — коннектор, `tool` — средство платежа, `shop` — магазин, `reason` — чем кончилась попытка. */
export type Grouping = 'hour' | 'day' | 'connector' | 'tool' | 'shop' | 'reason';

/** Одобрено в одной валюте. */
export interface ApprovedVolume {
  /** Валюта. */
  currency: string;
  /** Сумма в минимальных единицах. */
  amount: MinorAmount;
}

/** Сколько попыток завершилось. */
export interface AttemptCounts {
  /** Попытки. */
  attempts: WholeNumber;
  /** Одобрено. */
  approved: WholeNumber;
  /** Отклонено провайдером или банком. */
  declined: WholeNumber;
  /** Доля одобренных, от 0 до 1; нет, если попыток не было. */
  approvalRate?: number;
  /** Суммы одобренных попыток по валютам. */
  volume: ApprovedVolume[];
  /**
   * За сколько миллисекунд получены ответы на 95 попыток из 100, с точностью до десятой части: от начала попытки до её конца, вместе с подтверждением
   * плательщика. Нет, если ответов не было.
   */
  p95Ms?: WholeNumber;
}

/** Попытки одной группы. */
export interface AttemptsOfGroup extends AttemptCounts {
  /** Час (`2026-11-25T10:00:00Z`), день (`2026-11-25`), коннектор, средство платежа, магазин или причина отказа (`authorization_failed:insufficient_funds`). */
  key: string;
  /** То же неделей раньше, а за промежуток длиннее недели — четырьмя неделями раньше. */
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
  /** Всего неделей или четырьмя неделями раньше. */
  totalWeekAgo: AttemptCounts;
  /** Не больше 1000 групп: часы и дни по порядку, остальные от самой большой. */
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
export interface StatisticsQuery extends AttemptCellsQuery {
  /** По чему группировать; если не указано, по часам. */
  by?: Grouping;
  /** Только этот коннектор. */
  connector?: EntityID;
  /** Только это средство платежа, например `bankCard`. */
  tool?: EntityID;
  /** Только попытки, которые кончились этим: `approved` или причина отказа. */
  reason?: AttemptReasonName;
}

/**
 * Чем кончилась попытка: `approved`, причина отказа (`authorization_failed:insufficient_funds`) или почему нет ответа (`unreachable`).
 * @minLength 1
 * @maxLength 300
 */
export type AttemptReasonName = string;

/** Попытки с одной причиной, одной учётной записью коннектора и одним магазином. */
export interface AttemptCell {
  reason: AttemptReasonName;
  /** Учётная запись коннектора. */
  connector: string;
  /** Магазин. */
  shopID: string;
  /** Попытки. */
  attempts: WholeNumber;
  /** Попытки неделей или четырьмя неделями раньше. */
  weekAgoAttempts: WholeNumber;
}

/** Попытки по причинам, учётным записям коннекторов и магазинам. */
export interface AttemptCells {
  /** С какого часа. */
  from: string;
  /** До какого часа. */
  to: string;
  /** Не больше 1000, от самой большой. */
  cells: AttemptCell[];
}

/** За какое время показать попытки. */
export interface AttemptCellsQuery {
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
  /** Только этот магазин. */
  shopID?: EntityID;
}

/** Попытка, которая вошла в статистику. */
export interface CountedAttempt {
  /** Инвойс. */
  invoiceID: string;
  /** Платёж. */
  paymentID: string;
  /** Номер попытки. */
  number: WholeNumber;
  /** Магазин. */
  shopID: string;
  /** Учётная запись коннектора. */
  connector: string;
  reason: AttemptReasonName;
  /** Сумма платежа в минимальных единицах. */
  amount: MinorAmount;
  /** Валюта. */
  currency: string;
  /** Когда начата. */
  startedAt: string;
  /** Когда закончена. */
  endedAt: string;
}

/** Страница попыток. */
export interface CountedAttempts {
  /** Попытки от самой новой к самой старой. */
  attempts: CountedAttempt[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Какие попытки показать. */
export interface CountedAttemptsQuery extends AttemptCellsQuery, PageParams {
  /** Только эта учётная запись коннектора. */
  connector?: EntityID;
  /** Только это средство платежа, например `bankCard`. */
  tool?: EntityID;
  /** Только попытки, которые кончились этим: `approved` или причина отказа. */
  reason?: AttemptReasonName;
}
