import type { RegistryID, RegistryKind, RegistryStatus } from '../../registries/registry.types';
import type { DateTime } from '../configuration/configuration.types';
import type { EntityID } from '../timelines/timeline.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/** Какой реестр построить. */
export interface OperatedRegistryParams {
  kind: RegistryKind;
  /** Магазин, у выводов — участник, у выписки по пакету — закрытый пакет. */
  ownerID: EntityID;
  /** Начало периода реестра, включительно. Обязательно для реестров. */
  from?: DateTime;
  /** Конец периода реестра, не включается. Обязателен для реестров. */
  to?: DateTime;
  /**
   * Закончившийся месяц по времени магазина: для выписки за месяц, акта и счёта.
   * @pattern ^\d{4}-(0[1-9]|1[0-2])$
   */
  month?: string;
  /**
   * Валюта выписки за месяц по ISO 4217; если не указана, валюта магазина.
   * @pattern ^[A-Z]{3}$
   */
  currency?: string;
}

/** Реестр. */
export interface OperatedRegistry {
  registryID: RegistryID;
  kind: RegistryKind;
  /** Участник. */
  partyID: string;
  /** Магазин; нет у выводов. */
  shopID?: string;
  /** Документ расчётов, если это он: повторный заказ строит те же файлы. Контрольные суммы его файлов — в журнале действий. */
  documentID?: string;
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
  /** Сколько в нём строк. */
  rowCount: WholeNumber;
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
