/**
 * The key under which an operator's command acts once, whichever version scheduled it: chargebacks called it `command` and
 * deposits `operationKey`, and what was scheduled before an upgrade is tried after it.
 */
export function keyOf(scheduled: { idempotencyKey: string }): string {
  const { idempotencyKey, operationKey, command }: Partial<Record<string, string>> = { ...scheduled };
  const key = idempotencyKey ?? operationKey ?? command;
  if (!key) throw new Error('a command came without its key');
  return key;
}
