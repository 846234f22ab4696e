import type { GoLiveCheck, GoLiveState, PublishedGoLiveFact } from '../../../domain/operators/go-live/go-live-fact';
import type { PublishedCheckFact } from '../../../operators/doctor/check-fact';
import type { CheckStatus } from '../../../operators/doctor/finding';
import type { AuditFaultKind } from '../../../store/platform/audit/verify';

/** Результат одной проверки. */
export interface DiagnosticFinding {
  /** Имя проверки; у коннектора — с учётной записью. */
  check: string;
  status: CheckStatus;
  fact: PublishedCheckFact;
}

/** Результаты проверок. */
export interface Diagnostics {
  /** Проверки по порядку. */
  findings: DiagnosticFinding[];
}

/** Строка списка перед запуском. */
export interface GoLiveListLine {
  check: GoLiveCheck;
  state: GoLiveState;
  fact: PublishedGoLiveFact;
}

/** Что нужно магазину, чтобы принимать настоящие деньги. */
export interface GoLiveList {
  /** Строки по порядку; учётных записей может быть несколько. */
  lines: GoLiveListLine[];
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
