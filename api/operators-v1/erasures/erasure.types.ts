import type { EntityID } from '../timelines/timeline.types';
import type { Reason } from '../webhooks/webhook.types';

/** Чьи данные удалить: хотя бы одно из трёх. */
export interface ErasureParams {
  /** Идентификатор покупателя. Вместе с ним ищутся данные по его почте и телефону. */
  customerID?: EntityID;
  /**
   * Электронная почта; регистр букв не важен.
   *
   * @maxLength 254
   */
  email?: string;
  /**
   * Телефон; сравниваются только цифры.
   *
   * @maxLength 40
   */
  phone?: string;
  reason: Reason;
}

/**
 * Состояние: `searching` — данные ищутся, `found` — найдены и ждут подтверждения, `confirmed` — подтверждены и ищутся ещё раз, `erasing` — стираются,
 * `erased` — стёрты, `cancelled` — отменено.
 */
export type ErasureStateName = 'searching' | 'found' | 'confirmed' | 'erasing' | 'erased' | 'cancelled';

/** Вид данных. */
export type ErasureRowKind = 'customer' | 'payment' | 'invoice' | 'identity' | 'destination' | 'withdrawal';

/** Сколько данных одного вида найдено. */
export interface ErasureCount {
  kind: ErasureRowKind;
  /**
   * Сколько найдено.
   *
   * @isInt
   */
  count: number;
  /**
   * Сколько из них уже стёрто.
   *
   * @isInt
   */
  erasedCount: number;
}

/** Удаление данных человека. */
export interface Erasure {
  id: EntityID;
  state: ErasureStateName;
  reason: Reason;
  /** Кто запросил. */
  requestedBy: string;
  /** Когда запрошено. */
  createdAt: Date;
  /** Кто подтвердил. */
  confirmedBy?: string;
  /** Когда закончено. */
  finishedAt?: Date;
  /** Что найдено. */
  found: ErasureCount[];
  /** Изменил ли что-то этот запрос. */
  isChanged?: boolean;
}

/** Страница удалений. */
export interface ErasureList {
  /** Удаления от самого нового к самому старому. */
  erasures: Erasure[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Одна найденная запись. */
export interface ErasureRow {
  kind: ErasureRowKind;
  /** Идентификатор; у платежа — `СЧЁТ.ПЛАТЁЖ`. */
  name: string;
  /** Стёрта ли запись. */
  isErased: boolean;
}

/** Страница найденных записей. */
export interface ErasureRows {
  /** Записи. */
  rows: ErasureRow[];
  /** С чего начинается следующая страница. */
  continuationToken?: string;
}
