/** `unknown`: a dependency is unavailable. */
export type CheckStatus = 'ok' | 'warning' | 'failure' | 'unknown';

/** The result of a check. */
export interface CheckFinding {
  check: string;
  status: CheckStatus;
  found: string;
  /** What to do, if anything. */
  remedy?: string;
}

/** A finding without the name of the check. */
export type CheckResult = Omit<CheckFinding, 'check'>;

export function ok(found: string): CheckResult {
  return { status: 'ok', found };
}

export function warning(found: string, remedy: string): CheckResult {
  return { status: 'warning', found, remedy };
}

export function failure(found: string, remedy: string): CheckResult {
  return { status: 'failure', found, remedy };
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

/** Formats a duration: `3 s`, `4 min`, `2 h`, `5 d`. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
