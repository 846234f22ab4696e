/** `unknown`: what it depends on does not answer, so nothing can be told. */
export type FindingStatus = 'ok' | 'warning' | 'failure' | 'unknown';

/** What one look has found, and what to do about it. */
export interface Finding {
  check: string;
  status: FindingStatus;
  found: string;
  /** What to do; absent where nothing is to be done. */
  remedy?: string;
}

/** What one look says: a finding without the name of the check. */
export type CheckResult = Omit<Finding, 'check'>;

export function ok(found: string): CheckResult {
  return { status: 'ok', found };
}

export function warning(found: string, remedy: string): CheckResult {
  return { status: 'warning', found, remedy };
}

export function failure(found: string, remedy: string): CheckResult {
  return { status: 'failure', found, remedy };
}

/** From which value on something is worth a look, and from which on it is wrong. */
export interface Bounds {
  warning: number;
  failure: number;
}

export function compareWithBounds(value: number, bounds: Bounds): 'ok' | 'warning' | 'failure' {
  if (value >= bounds.failure) return 'failure';
  return value >= bounds.warning ? 'warning' : 'ok';
}

/** One look: it may throw, which is told as its failure. */
export interface Check {
  name: string;
  /** Without which of the others nothing can be told. */
  needs?: 'record' | 'schema' | 'engine';
  look: () => Promise<CheckResult>;
}

/** As people say a while: `3 s`, `4 min`, `2 h`, `5 d`. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
