import type { AuditedType } from '../../../domain/operators/audit/audited-type';
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
  subjectType: AuditedType;
  /** Идентификатор того, что изменено. */
  subjectID: string;
  /** Почему: слова человека, если он назвал причину. */
  reason?: string;
  /** Изменённые поля до изменения. */
  before?: ConfigurationFields;
  /** Изменённые поля после изменения и факты о действии. */
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
