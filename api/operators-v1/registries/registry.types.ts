import type { DateTime } from '../configuration/configuration.types';
import type { EntityID } from '../timelines/timeline.types';

/** Что в реестре: `payments` — платежи магазина, `refunds` — возвраты магазина, `withdrawals` — выводы, которые запросил участник. */
export type RegistryKind = 'payments' | 'refunds' | 'withdrawals';

/** Состояние реестра: `pending` — строится, `created` — готов, `canceled` — построить не удалось. */
export type RegistryStatus = 'pending' | 'created' | 'canceled';

/** Формат файла. */
export type RegistryFormat = 'csv' | 'xlsx';

/**
 * Номер реестра.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 */
export type RegistryID = number;

/** Какой реестр построить. */
export interface OperatedRegistryParams {
  kind: RegistryKind;
  /** Магазин, а у выводов — участник. */
  ownerID: EntityID;
  /** Начало периода, включительно. */
  from: DateTime;
  /** Конец периода, не включается. */
  to: DateTime;
}

/** Реестр. */
export interface OperatedRegistry {
  registryID: RegistryID;
  kind: RegistryKind;
  /** Участник. */
  partyID: string;
  /** Магазин; нет у выводов. */
  shopID?: string;
  /** Начало периода, включительно. */
  from: string;
  /** Конец периода, не включается. */
  to: string;
  /** Когда заказан. */
  createdAt: string;
  /** Кто заказал; нет, если участник. */
  orderedBy?: string;
  status: RegistryStatus;
  /**
   * Сколько процентов построено.
   * @isInt
   * @minimum 0
   * @maximum 100
   */
  progress: number;
  /**
   * Сколько в нём строк.
   * @isInt
   */
  rowCount: number;
  /** Когда реестр будет удалён. */
  expiresAt: string;
}

/** Страница реестров. */
export interface OperatedRegistries {
  /** Реестры от нового к старому. */
  registries: OperatedRegistry[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: RegistryID;
}

/** Какие реестры показать. */
export interface OperatedRegistryFilter {
  /** Участник; если не указан — реестры, которые вы заказали. */
  partyID?: EntityID;
  /**
   * Сколько на странице.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: number;
  /** С чего начинается страница: из ответа с предыдущей. */
  continuationToken?: RegistryID;
}

/** Ссылка на файл реестра. */
export interface RegistryFileLink {
  /** Адрес файла: его скачивают методом GET без ключа. */
  url: string;
  /** До какого времени ссылка действует. */
  expiresAt: string;
}
