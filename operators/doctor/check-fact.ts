import type { RouteProblem } from '../../connectors/routed-accounts';
import type { AccountFailure } from '../../domain/payments/connector-account/account-test';
import type { ReconciliationProblem } from '../../domain/operators/reconciliation/problem';
import type { RunProblem } from '../../domain/operators/recovery/run-problem';

/** How many of what a check found its fact names. */
export const MAX_ITEMS = 5;

/** Одно из того, что нашла проверка. */
export interface CheckItem {
  /** Идентификатор: процесса, вебхука, операции, учётной записи, участника или код валюты. */
  id: string;
  /** Адрес, учётная запись или ключ. */
  name?: string;
  /** Сколько: объектов, перезапусков, расхождений. */
  count?: number;
  /** Сколько секунд. */
  seconds?: number;
  /** Что не так. */
  problem?: RunProblem | RouteProblem | ReconciliationProblem['kind'];
  /** Номер у провайдера. */
  reference?: string;
  /** Чьё это: не больше пяти. */
  names?: readonly string[];
  /** Запросов в секунду на ключ. */
  perKey?: number;
  /** Запросов в секунду на токен. */
  perToken?: number;
  /** Сколько должны, в минорных единицах. */
  owed?: string;
  /** Сколько есть, в минорных единицах. */
  held?: string;
  /** Сколько не хватает, в минорных единицах. */
  missing?: string;
  /** Ответ или ошибка: показывается как есть. */
  text?: string;
}

/** Что известно, кроме вида факта: какие поля есть, зависит от вида. */
interface CheckDetails {
  /** Сколько. */
  count: number;
  /** Из скольких. */
  total: number;
  /** Сколько секунд; у часов — насколько они спешат. */
  seconds: number;
  /** Сколько миллисекунд. */
  milliseconds: number;
  /** Сколько дней. */
  days: number;
  /** Сколько байтов. */
  bytes: number;
  /** Сколько процентов. */
  percent: number;
  /** О чём факт: версия, миграция, переменная, ключ, процесс, участник. */
  name: string;
  /** О чём факт, если этого несколько: не больше пяти. */
  names: readonly string[];
  /** Участник. */
  partyID: string;
  /** Адрес. */
  address: string;
  /** Код ответа. */
  status: number;
  /** Что не так с ответом эквайера на проверочный запрос. */
  outcome: AccountFailure;
  /** Ключ, которого не хватает или который ждёт. */
  key: string;
  /** Кто это сделал. */
  by: string;
  /** Посмотрели ли не всё. */
  isPart: boolean;
  /** Что найдено: не больше пяти. */
  items: readonly CheckItem[];
  /** Ответ, ошибка или причина: показывается как есть. */
  text: string;
}

/** The fields of each kind of fact. */
interface CheckFields {
  dependencyAway: 'name';
  checkFailed: 'text';
  postgresAnswers: 'name' | 'address' | 'milliseconds' | 'bytes';
  postgresAway: 'address' | 'text';
  temporalAnswers: 'name' | 'address';
  temporalAway: 'address';
  schemaTooOld: 'name';
  migrationsMissing: 'count' | 'total' | 'name';
  migrationsNewer: 'count' | 'name';
  migrationsApplied: 'count';
  connectionsUsed: 'count' | 'total';
  oldestTransaction: 'count';
  archiveFails: never;
  archiveBegins: never;
  archiveWorks: 'seconds';
  archiveOff: never;
  nothingEncrypted: never;
  dataDecrypted: never;
  dataNotDecrypted: 'name';
  clockSkew: 'name' | 'seconds';
  clockUnknown: 'address';
  certificate: 'name' | 'seconds';
  namespaceFound: 'name' | 'days';
  namespaceMissing: 'name';
  searchAttributesFound: 'names';
  searchAttributesMissing: 'names';
  queuePolled: 'name' | 'count';
  queueNotPolled: 'name';
  queueLeft: 'name' | 'seconds';
  sweepsRun: never;
  sweepsOverdue: 'seconds';
  entitiesRun: 'total' | 'isPart';
  entitiesWithoutWorkflow: 'count' | 'total' | 'isPart' | 'items';
  workflowsRun: never;
  workflowsFail: 'count' | 'items';
  apiReady: 'address';
  apiRefuses: 'address' | 'status' | 'text';
  apiAway: 'address' | 'text';
  connectorAnswers: 'milliseconds';
  connectorAway: 'name' | 'outcome';
  diskSpace: 'name' | 'bytes' | 'percent';
  mailSet: 'address' | 'name';
  mailNotSet: 'name';
  mailWaits: 'address' | 'count';
  issuerAnswers: 'address';
  issuerFails: 'address' | 'text';
  groupsNotNamed: never;
  groupsSeen: 'name' | 'count';
  groupsNotSeen: 'name';
  groupsNotListed: 'name';
  resultsInTime: never;
  resultsOverdue: 'count' | 'isPart' | 'items';
  payloadsNotEncrypted: 'names';
  payloadsEncrypted: 'name';
  payloadKeysDiffer: 'names' | 'items';
  payloadKeysMissing: 'items';
  codecDecodes: 'address';
  codecRefuses: 'address' | 'status' | 'text';
  codecFails: 'address';
  codecAway: 'address';
  reportsWritten: never;
  reportsFailed: 'count' | 'name' | 'partyID' | 'text';
  keyAlone: 'name';
  keyNotRotated: 'name' | 'names';
  keyStillNeeded: 'names' | 'seconds';
  keyNotNeeded: 'names';
  keyRotates: 'name' | 'names' | 'seconds';
  keyRotatesAlone: 'name' | 'seconds';
  keyRotationWaits: 'name' | 'key' | 'seconds';
  keyRotationKeyMissing: 'name' | 'key' | 'seconds';
  routesRight: never;
  routesWrong: 'items';
  cardRulesHold: never;
  cardRulesNeverHold: 'count' | 'names';
  binsTooLong: 'count' | 'names';
  fundsCovered: never;
  fundsMissing: 'items';
  vaultWithoutCertificate: never;
  vaultLocked: 'address' | 'count';
  vaultReady: 'address' | 'name';
  vaultOlderKeys: 'count';
  vaultAway: 'address' | 'text';
  laneEmpty: never;
  laneWaits: 'count' | 'seconds';
  endpointsAccept: never;
  endpointsFail: 'count' | 'items';
  endpointsLate: 'count' | 'items' | 'name' | 'seconds';
  limitsKept: 'items';
  limitsExceeded: 'count' | 'name' | 'partyID' | 'seconds' | 'items';
  invoicesOverdue: 'count' | 'seconds';
  invoicesNotCancelled: 'count' | 'names';
  ledgerBalanced: never;
  ledgerFaults: 'count' | 'names';
  noLateSuccess: never;
  lateSuccesses: 'items';
  answersAgree: never;
  answersContradict: 'items';
  nothingCompared: never;
  comparisonEnded: 'name' | 'by' | 'text';
  comparisonLate: 'seconds' | 'names' | 'items';
  connectorsAgree: 'names' | 'count';
  differencesOpen: 'count';
}

/** Вид того, что нашла проверка. */
export type CheckFactKind = keyof CheckFields;

export type CheckFactOf<Kind extends CheckFactKind> = { kind: Kind } & Pick<CheckDetails, CheckFields[Kind]>;

/** What a check found. */
export type CheckFact = { [Kind in CheckFactKind]: CheckFactOf<Kind> }[CheckFactKind];

/** Что нашла проверка: вид и то, что к нему известно. */
export interface PublishedCheckFact extends Partial<CheckDetails> {
  kind: CheckFactKind;
}
