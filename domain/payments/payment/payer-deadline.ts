/** How long a payer waits for an account that does not answer, in seconds; a setting of the account. */
export const PAYER_DEADLINE_SECONDS = { min: 15, max: 60, default: 30 } as const;

/** Reads the payer's deadline from the settings of an account; undefined for an account of the environment. */
export function payerDeadlineMs(settings: Readonly<Record<string, unknown>> | undefined): number {
  const given = settings?.['payerDeadline'];
  return 1_000 * (typeof given === 'number' ? given : PAYER_DEADLINE_SECONDS.default);
}
