import type { ConsoleTexts } from '../texts/ru';

/**
 * The last known part of a path of failures says most: `authorization_failed:insufficient_funds`. Payouts spell the same
 * codes `InsufficientFunds`.
 */
export function reasonText({ reasons }: Pick<ConsoleTexts['today'], 'reasons'>, path: string): string {
  const codes = path.split(':').map((code) => code.replace(/\B[A-Z]/g, '_$&').toLowerCase());
  const known = codes.findLast((code) => code !== 'unknown' && reasons[code] !== undefined);
  return (known === undefined ? reasons[path] : reasons[known]) ?? path;
}
