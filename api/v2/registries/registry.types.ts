import type { RegistryFormat, RegistryID, RegistryKind, RegistryStatus } from '../../registries/registry.types';
import type { CurrencyCode, EntityID, ShopID, Timestamp } from '../shared/primitives.types';

/** Параметры нового реестра. */
export interface RegistryParams {
  kind: RegistryKind;
  /** Магазин; для выводов средств и выписки по пакету не указывается. */
  shopID?: ShopID;
  /** Закрытый пакет: только для выписки по пакету. */
  batchID?: EntityID;
  /**
   * Месяц по времени магазина: для выписки за месяц, акта и счёта. Месяц должен закончиться.
   * @pattern ^\d{4}-(0[1-9]|1[0-2])$
   * @example "2026-11"
   */
  month?: string;
  /** Валюта выписки за месяц; если не указана, валюта магазина. */
  currency?: CurrencyCode;
  /**
   * Начало периода реестра, включительно. Обязательно для реестров.
   * @example "2026-01-01T00:00:00Z"
   */
  fromTime?: Timestamp;
  /**
   * Конец периода реестра, не включается. Обязателен для реестров.
   * @example "2026-02-01T00:00:00Z"
   */
  toTime?: Timestamp;
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
  /** Документ расчётов, если это он: повторный заказ строит те же файлы. */
  documentID?: string;
  /** Файлы: CSV и XLSX, у выписок также PDF, у акта и счёта только PDF. Список пуст, пока реестр не готов. */
  files: RegistryFile[];
}

/** Страница реестров. */
export interface RegistryPage {
  /** Реестры, от новых к старым. */
  result: Registry[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: RegistryID;
}
