import type { ConsoleTexts } from '../texts/ru';

/**
 * The last known part of a path of failures says most: `authorization_failed:insufficient_funds`. Payouts spell the same
 * codes `InsufficientFunds`.
 */
export function reasonText({ reasons }: Pick<ConsoleTexts['today'], 'reasons'>, reason: string): string {
  const codes = reason.split(':').map((code) => code.replace(/\B[A-Z]/g, '_$&').toLowerCase());
  const known = codes.findLast((code) => code !== 'unknown' && reasons[code] !== undefined);
  return (known === undefined ? reasons[reason] : reasons[known]) ?? reason;
}

/** Whether a recorded reason is a path of failures of a payment, not words of an acquirer or a person. */
export function isFailureCode(reason: string): boolean {
  return /^((pre)?authorization_failed|rejected_by_inspector|timeout)(:[a-z_]+)*$/.test(reason);
}
