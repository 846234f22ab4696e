import type { EntityID, ShopID, Timestamp } from '../shared/primitives.types';

/** Что в реестре: `payments` — платежи магазина, `refunds` — возвраты магазина, `withdrawals` — выводы средств участника. */
export type RegistryKind = 'payments' | 'refunds' | 'withdrawals';

/** Состояние реестра: `pending` — строится, `created` — готов, `canceled` — построить не удалось. */
export type RegistryStatus = 'pending' | 'created' | 'canceled';

/** Формат файла реестра. */
export type RegistryFormat = 'csv' | 'xlsx';

/**
 * Номер реестра.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 */
export type RegistryID = number;

/** Параметры нового реестра. */
export interface RegistryParams {
  kind: RegistryKind;
  /** Магазин; для выводов средств не указывается. */
  shopID?: ShopID;
  /**
   * Начало периода, включительно.
   * @example "2026-01-01T00:00:00Z"
   */
  fromTime: Timestamp;
  /**
   * Конец периода, не включается.
   * @example "2026-02-01T00:00:00Z"
   */
  toTime: Timestamp;
}

/** Файл реестра. */
export interface RegistryFile {
  /** Идентификатор файла. Ссылку на файл выдаёт операция `downloadFile` API кошельков. */
  id: EntityID;
  format: RegistryFormat;
}

/** Реестр операций за период. */
export interface Registry {
  id: RegistryID;
  kind: RegistryKind;
  shopID?: ShopID;
  /** Начало периода, включительно. */
  fromTime: Timestamp;
  /** Конец периода, не включается. */
  toTime: Timestamp;
  /** Время заказа. */
  createdAt: Timestamp;
  status: RegistryStatus;
  /**
   * Сколько процентов построено.
   *
   * @isInt
   * @minimum 0
   * @maximum 100
   */
  progress: number;
  /**
   * Сколько в реестре строк.
   *
   * @isInt
   */
  rowCount: number;
  /** Когда реестр будет удалён. */
  expiresAt: Timestamp;
  /** Файлы CSV и XLSX. Список пуст, пока реестр не готов. */
  files: RegistryFile[];
}

/** Страница реестров. */
export interface RegistryPage {
  /** Реестры, от новых к старым. */
  result: Registry[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: RegistryID;
}
