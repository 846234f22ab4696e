import type { ConfigurationFields } from '../configuration/configuration.types';

/** Действие оператора или ключа участника. */
export interface OperatorAction {
  /** Номер записи в цепочке. */
  number: number;
  /** Когда. */
  at: string;
  /** Кто: `operator/ОПЕРАТОР`, `apiKey/КЛЮЧ` участник. */
  caller: string;
  /** Что: команда или операция. */
  operation: string;
  /** Вид того, что изменено. */
  subjectType: string;
  /** Идентификатор того, что изменено. */
  subjectID: string;
  /** Почему, если причина названа. */
  reason?: string;
  /** Изменённые поля настроек до изменения. */
  before?: ConfigurationFields;
  /** Изменённые поля настроек после изменения. */
  after?: ConfigurationFields;
  /** Идентификатор запроса или процесса. */
  requestID: string;
}

/** Страница журнала. */
export interface OperatorActions {
  /** Действия от самого нового к самому старому. */
  actions: OperatorAction[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}
