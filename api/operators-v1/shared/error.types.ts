import type { RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { ReferenceProblem } from '../configuration/configuration.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/** Код ошибки; `defect` — ошибка платформы. */
export type OperatorErrorCode = RefusalCode | 'defect';

/** Занятый внешний номер. */
export interface OperatorErrorConflict {
  /** Внешний номер. */
  externalID: string;
  /** Объект, у которого он уже есть. */
  id: string;
}

/** Почему запрос отклонён. */
export interface OperatorError {
  code: OperatorErrorCode;
  /** Поле или параметр, из-за которого запрос отклонён. */
  place?: string;
  conflict?: OperatorErrorConflict;
  /** Через сколько секунд повторить. */
  retryAfter?: WholeNumber;
  /** Объяснение на английском языке. */
  message: string;
  /** Что изменилось после названной версии, от нового к старому: только при 412. */
  changes?: ConfigurationChange[];
  /** Места и нарушенные правила, если они есть. */
  problems?: ReferenceProblem[];
}

/** Кто и какие поля изменил. */
export interface ConfigurationChange {
  /** Версия после изменения. */
  version: number;
  /** Изменённые поля. */
  fields: string[];
  /** Кто. */
  caller: string;
  /** Когда. */
  at: string;
  /** Почему, если причина названа. */
  reason?: string;
}
