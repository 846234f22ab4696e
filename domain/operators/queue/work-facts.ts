import type { AuditedType } from '../audit/audited-type';
import type { FindingKind } from '../reconciliation/finding';
import type { WholeNumber } from '../../platform/fields/whole-number';

/** Команда ждёт одобрения. */
export interface ApprovalFact {
  /** Вид. */
  type: 'approval';
  /** Вид команды. */
  command: string;
  subjectType: AuditedType;
  /** Идентификатор объекта. */
  subjectID: string;
  /** Имя оператора, который её запросил. */
  by: string;
}

/** Чарджбэк ждёт ответа. */
export interface ChargebackFact {
  /** Вид. */
  type: 'chargeback';
  /** Этап. */
  stage: string;
  /** Код причины по правилам платёжной системы. */
  reasonCode?: string;
  /** Подключение, которое о нём сообщило. */
  account?: string;
  /** Когда отправлены документы этого этапа. */
  evidenceSentAt?: string;
}

/** Удержание скоро закончится. */
export interface EndingHoldFact {
  /** Вид. */
  type: 'endingHold';
  /** Что будет в конце: `cancel` или `capture`. */
  onHoldExpiration: string;
}

/** Платёж ждёт решения до авторизации. */
export interface OpenReviewFact {
  /** Вид. */
  type: 'review';
  /** Правило, которое его задержало. */
  rule: string;
  /** Вид платёжного инструмента. */
  tool: string;
  /** Номер карты, замаскированный. */
  card?: string;
  /** Адрес плательщика; полностью — ролям `support` и `finance`. */
  email?: string;
}

/** Вывод средств не закончился. */
export interface PayoutFact {
  /** Вид. */
  type: 'payout';
  /** Подключение; нет, пока оно не выбрано. */
  connector?: string;
  /** `accepted` — провайдер принял вывод, `overdue` — срок его ответа прошёл. */
  state?: string;
}

/** Расхождение сверки открыто. */
export interface OpenFindingFact {
  /** Вид. */
  type: 'openFinding';
  /** Подключение. */
  connector: string;
  finding: FindingKind;
  /** Идентификатор операции у провайдера. */
  operationID: string;
}

/** Вебхук не принимает сообщений. */
export interface EndpointFact {
  /** Вид. */
  type: 'endpoint';
  /** Сколько объектов ждут отправки. */
  subjects: WholeNumber;
  /** Адрес вебхука. */
  url: string;
}

/** Назначение вывода ждёт одобрения. */
export interface DestinationFact {
  /** Вид. */
  type: 'destination';
  /** Вид назначения. */
  resourceType: string;
}

/** Процесс Temporal не работает и после перезапусков. */
export interface WorkflowFact {
  /** Вид. */
  type: 'workflow';
  /** `missing` — он закончился, а объект ещё открыт, `taskFails` — ошибка в каждой задаче, `overdue` — срок прошёл. */
  problem: string;
  /** Сколько было перезапусков. */
  restarts: WholeNumber;
}

/** Чего ждёт объект: факты, а не текст. */
export type WorkFact =
  | ApprovalFact
  | ChargebackFact
  | EndingHoldFact
  | OpenReviewFact
  | PayoutFact
  | OpenFindingFact
  | EndpointFact
  | DestinationFact
  | WorkflowFact;
