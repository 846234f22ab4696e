import type { AuditFaultKind } from '../../../store/platform/audit/verify';

/** Результат одной проверки. */
export interface DiagnosticFinding {
  /** Что проверено. */
  check: string;
  /** Итог: `unknown`, если недоступно то, от чего зависит проверка. */
  status: 'ok' | 'warning' | 'failure' | 'unknown';
  /** Что найдено, на английском языке. */
  found: string;
  /** Что делать. */
  remedy?: string;
}

/** Результаты проверок. */
export interface Diagnostics {
  /** Проверки по порядку. */
  findings: DiagnosticFinding[];
}

/** Целостность журнала. */
export interface AuditVerification {
  /** Конец цепочки: `НОМЕР:ХЕШ`. */
  head: string;
  /** Первая запись, которая изменена или отсутствует. */
  fault?: AuditChainFault;
}

/** Нарушение цепочки. */
export interface AuditChainFault {
  /** Номер записи; у `unchained` — номер строки журнала. */
  number: string;
  kind: AuditFaultKind;
}
