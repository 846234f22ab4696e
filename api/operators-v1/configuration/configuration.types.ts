import type { ProblemFacts } from '../../../domain/merchants/reference-data/problem';
import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import type { EntityID } from '../timelines/timeline.types';
import type { Reason } from '../webhooks/webhook.types';

/** Поля в том виде, в котором они записаны в файле настроек `reference-data.yaml`. */
export interface ConfigurationFields {
  [key: string]: unknown;
}

/** Условия магазина, которые начнут действовать позже. */
export interface ScheduledTerms {
  /** С какого времени. */
  validFrom: string;
  terms: ConfigurationFields;
}

/** Настроенный объект. */
export interface ConfiguredEntity {
  /** Идентификатор. */
  id: string;
  /** Версия: её называет `If-Match` при изменении. */
  version: number;
  value: ConfigurationFields;
  /** Приостановлен ли владельцем: у участников и магазинов. */
  suspended?: boolean;
  /** Условия, которые начнут действовать позже, от ближайших: у магазинов. */
  scheduledTerms?: ScheduledTerms[];
  /** Изменил ли что-нибудь запрос. */
  isChanged?: boolean;
}

/** Страница настроенных объектов. */
export interface ConfiguredEntities {
  /** Объекты по порядку идентификаторов. */
  result: ConfiguredEntity[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Новый объект. */
export interface NewConfiguredEntity {
  value: ConfigurationFields;
  reason: Reason;
}

/** Изменение объекта. */
export interface ConfiguredEntityPatch {
  /** Изменяемые поля по правилам JSON Merge Patch (RFC 7396): объекты соединяются, `null` убирает поле, остальное заменяется. */
  changes: ConfigurationFields;
  /** С какого времени действуют новые условия магазина; сразу, если не названо. Тогда меняются только `terms`. */
  validFrom?: DateTime;
  reason: Reason;
}

/** Возврат к прежней версии. */
export interface RollBackParams {
  /**
   * Версия, значения которой возвращаются.
   * @isInt
   * @minimum 1
   * @maximum 2147483647
   */
  toVersion: number;
  reason: Reason;
}

/** Список настроенных объектов. */
export type ConfiguredList = 'categories' | 'contracts' | 'institutions' | 'parties' | 'shops' | 'wallet-providers';

/** Файл настроек: те же списки, что в `reference-data.yaml`. */
export interface ReferenceFile {
  data: ConfigurationFields;
}

/** Файл настроек и причина его загрузки. */
export interface ReferenceFileLoad extends ReferenceFile {
  reason: Reason;
}

/** Изменение объекта: названы только изменённые поля. */
export interface ReferenceChange {
  type: AuditedType;
  /** Идентификатор объекта. */
  id: string;
  /** Версия объекта. */
  version: number;
  /** Поля до изменения; нет у нового объекта. */
  before?: ConfigurationFields;
  /** Поля после изменения. */
  after: ConfigurationFields;
  /** Нужно ли одобрение второго человека. */
  needsApproval: boolean;
}

/** Что не так в файле, в запросе или в выписке банка. */
export interface ReferenceProblem extends ProblemFacts {
  /** Место: имена полей и номера в списках. */
  place: string[];
}

/** Что изменит файл или почему его нельзя загрузить. */
export interface ReferenceCheck {
  /** Почему файл нельзя загрузить; пусто, если можно. */
  problems: ReferenceProblem[];
  /** Что изменяется. */
  changes: ReferenceChange[];
}

/** Команда настройки, которую нужно проверить: так же, как её запрашивают. */
export interface DryRunParams {
  /** Вид команды. */
  type: 'createConfiguration' | 'changeConfiguration' | 'rollBackConfiguration' | 'loadReferenceData';
  /** Параметры команды этого вида. */
  parameters: ConfigurationFields;
}

/** Число и сумма платежей. */
export interface DryRunSum {
  /** Число платежей. */
  payments: number;
  /** В минорных единицах. */
  amount: number;
}

/** Платежи одной учётной записи эквайера в одной валюте. */
export interface DryRunAccount {
  /** Учётная запись; нет, если для платежей не нашлось бы маршрута. */
  account?: string;
  /** Валюта. */
  currency: string;
  /** Сейчас. */
  before: DryRunSum;
  /** После изменения. */
  after: DryRunSum;
}

/** Платежи одной валюты, которые правило отклоняет до авторизации или 3-D Secure которых оно решает. */
export interface DryRunRule {
  /** Правило. */
  rule: string;
  /** Валюта. */
  currency: string;
  /** Сейчас. */
  before: DryRunSum;
  /** После изменения. */
  after: DryRunSum;
  /** Сколько из тех, к которым оно применимо после изменения, было оплачено. */
  paid: DryRunSum;
}

/** Комиссия подтверждённых платежей в одной валюте, в минорных единицах. */
export interface DryRunFee {
  /** Валюта. */
  currency: string;
  /** Сейчас. */
  before: number;
  /** После изменения. */
  after: number;
}

/** Что стало бы с платежами вчерашних суток; если меняются правила до авторизации, с платежами семи суток. */
export interface DryRunResult {
  /** Начало суток (UTC). */
  from: string;
  /** Конец суток. */
  to: string;
  /** Сколько платежей проверено: только магазины, которых касается изменение. */
  payments: number;
  /** Проверены ли не все: больше 100 000 платежей не читается. */
  isCut: boolean;
  /** Сколько платежей пошло бы через другую учётную запись. */
  movedPayments: number;
  /** По учётным записям и валютам. Отклонённых правилами здесь нет. */
  accounts: DryRunAccount[];
  /** По правилам до авторизации и валютам. */
  rules: DryRunRule[];
  /** По валютам. */
  fees: DryRunFee[];
}

/** Что загружено. */
export interface ReferenceLoaded {
  /** Что изменяется. */
  changes: ReferenceChange[];
  /** Изменилось ли что-нибудь. */
  isChanged: boolean;
}

/**
 * Время по RFC 3339.
 * @format date-time
 */
export type DateTime = string;

/** Какие объекты нужны; условие, которого у вида нет, отклоняется. */
export interface ConfigurationFilter {
  /** Участник магазина или договора. */
  partyID?: EntityID;
  /** Договор магазина. */
  contract?: EntityID;
  /**
   * Платёжная организация договора, своего или магазина.
   * @isInt
   * @minimum -2147483648
   * @maximum 2147483647
   */
  institution?: number;
  /**
   * Категория магазина.
   * @isInt
   * @minimum -2147483648
   * @maximum 2147483647
   */
  category?: number;
  /** Заблокирован ли участник или магазин провайдером. */
  blocked?: boolean;
  /** Для настоящих денег или для проверок: у платёжных организаций и провайдеров кошельков. */
  realm?: 'test' | 'live';
  /** На какое время показать условия; на сейчас, если не названо. */
  asOf?: DateTime;
  /**
   * Сколько на странице.
   * @isInt
   * @minimum 1
   * @maximum 1000
   * @default 100
   */
  limit?: number;
  /**
   * С чего начинается страница: из ответа с предыдущей.
   * @maxLength 40
   */
  continuationToken?: string;
}
