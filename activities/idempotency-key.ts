/** What a key was called: chargebacks once said `command` and deposits `operationKey`. */
const NAMES: readonly string[] = ['idempotencyKey', 'operationKey', 'command'];

/**
 * The key under which an operator's command acts once, whichever version scheduled it: what was scheduled before an upgrade
 * is tried after it.
 */
export function getIdempotencyKey(scheduled: { idempotencyKey: string }): string {
  const fields: Partial<Record<string, string>> = { ...scheduled };
  const key = NAMES.map((name) => fields[name]).find((found) => found !== undefined);
  if (!key) throw new Error('a command came without its key');
  return key;
}

/** What was typed of a command that is scheduled with its key among the fields. */
export function withoutKey(scheduled: { idempotencyKey: string }): object {
  return Object.fromEntries(Object.entries(scheduled).filter(([name]) => !NAMES.includes(name)));
}
