import type { DisputeProblem } from '../../payments/dispute/dispute-problem';
import type { WholeNumber } from '../../platform/fields/whole-number';

/** Что говорит коннектор; `notReported` — в отчёте эквайера операции нет. */
export type ConnectorStatement =
  | 'done'
  | 'held'
  | 'taken'
  | 'released'
  | 'declined'
  | 'notFound'
  | 'interactionRequired'
  | 'pending'
  | 'contradicted'
  | 'notReported';

/** Почему платформа не исправила расхождение сама. */
export type RepairProblem =
  | 'entityMissing'
  | 'noHold'
  | 'entityChanged'
  | 'overdue'
  | 'stillOpen'
  | 'voidDeclined'
  | 'voidInvalid'
  | 'repairFailed'
  | 'reconciliationEnded';

/** Что известно о расхождении, кроме его вида и сумм. */
export interface FindingFacts {
  /** Статус в записях платформы. */
  recordedStatus?: string;
  /** Валюта в записях платформы. */
  recordedCurrency?: string;
  /** Номер, который коннектор назвал раньше. */
  recordedReference?: string;
  statement?: ConnectorStatement;
  /** Сколько раз операция выполнена. */
  effectCount?: WholeNumber;
  /** Сколько операций из тех, чьи итоги разошлись, разошлось тоже. */
  operationCount?: WholeNumber;
  /** Пакет отчёта эквайера. */
  batch?: string;
  /** Строка отчёта эквайера. */
  line?: WholeNumber;
  /** Вид этой строки. */
  rowKind?: string;
  /** Строка банка. */
  bankReference?: string;
  /** Что произошло со спором. */
  disputeEvent?: string;
  /** Этап спора. */
  disputeStage?: string;
  /** Почему сообщение о споре не применено. */
  disputeProblem?: DisputeProblem;
  repairProblem?: RepairProblem;
  /** Нарушенное правило, ответ или ошибка: показывается как есть. */
  text?: string;
}
