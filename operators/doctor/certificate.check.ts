import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { failure, formatDuration, ok, warning, type CheckResult } from './finding';

/** Remaining days of a certificate. */
const MIN_DAYS = { warning: 30, failure: 3 };

/** Checks how long a certificate is valid. */
export function checkCertificate(file: string): CheckResult {
  const { validTo, subject } = new X509Certificate(readFileSync(file));
  const days = (Date.parse(validTo) - Date.now()) / 86_400_000;
  const name = subject.replaceAll('\n', ', ');
  const found =
    days < 0 ? `${name} expired ${formatDuration(-days * 86_400)} ago` : `${name} is valid for ${Math.floor(days)} d`;
  const remedy = 'install the new certificate and restart the processes that use it, one after the other';
  if (days < MIN_DAYS.failure) return failure(found, remedy);
  return days < MIN_DAYS.warning ? warning(found, remedy) : ok(found);
}
