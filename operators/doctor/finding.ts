import type { CheckFact } from './check-fact';

/** Итог проверки: `unknown`, если недоступно то, от чего она зависит. */
export type CheckStatus = 'ok' | 'warning' | 'failure' | 'unknown';

/** The result of a check. */
export interface CheckFinding {
  check: string;
  status: CheckStatus;
  fact: CheckFact;
}

/** A finding without the name of the check. */
export type CheckResult = Omit<CheckFinding, 'check'>;

export function ok(fact: CheckFact): CheckResult {
  return { status: 'ok', fact };
}

export function warning(fact: CheckFact): CheckResult {
  return { status: 'warning', fact };
}

export function failure(fact: CheckFact): CheckResult {
  return { status: 'failure', fact };
}

/** Thresholds of a warning and a failure. */
export interface Bounds {
  warning: number;
  failure: number;
}

export function compareWithBounds(value: number, bounds: Bounds): 'ok' | 'warning' | 'failure' {
  if (value >= bounds.failure) return 'failure';
  return value >= bounds.warning ? 'warning' : 'ok';
}

/** A check; an exception counts as its failure. */
export interface DoctorCheck {
  name: string;
  /** The dependency without which the check is unknown. */
  needs?: 'record' | 'schema' | 'engine';
  look: () => Promise<CheckResult>;
}

/** The words of an error: its own text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
