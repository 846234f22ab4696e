import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { failure, ok, warning, type CheckResult } from './finding';

/** Remaining days of a certificate. */
const MIN_DAYS = { warning: 30, failure: 3 };

export function checkCertificate(file: string): CheckResult {
  const { validTo, subject } = new X509Certificate(readFileSync(file));
  const seconds = (Date.parse(validTo) - Date.now()) / 1_000;
  const fact = { kind: 'certificate', name: subject.replaceAll('\n', ', '), seconds } as const;
  const days = seconds / 86_400;
  if (days < MIN_DAYS.failure) return failure(fact);
  return days < MIN_DAYS.warning ? warning(fact) : ok(fact);
}
