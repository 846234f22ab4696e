import type { ReferenceProblem } from '../configuration/configuration.types';

/** Почему запрос отклонён. */
export interface OperatorError {
  /** Код ошибки. */
  code: string;
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
