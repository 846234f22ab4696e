import type { Transaction } from '../database';

/** The accounts that a transaction has locked so far, the last of them last; none while it has only opened some. */
const lockedBy = new WeakMap<Transaction, Set<string>>();

/** Each account once, in the order in which all transactions lock them: by the bytes of their ids. */
export function lockingOrder(accountIDs: readonly string[]): string[] {
  return [...new Set(accountIDs)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/**
 * Notes that a transaction locks accounts, which come in locking order. What would lock one after a later one is refused
 * here, always, rather than by a deadlock now and then.
 */
export function noteLocks(accountIDs: readonly string[], tx: Transaction): void {
  const locked = lockedBy.get(tx) ?? new Set<string>();
  const last = lockingOrder([...locked]).at(-1);
  const early = accountIDs.find((id) => last !== undefined && !locked.has(id) && lockingOrder([id, last])[0] === id);
  if (early !== undefined) throw new Error(`account ${early} is locked after ${last}: move both in one go`);
  lockedBy.set(tx, new Set([...locked, ...accountIDs]));
}

/** Notes that a transaction opens accounts: once, and before it locks any. */
export function noteOpening(tx: Transaction): void {
  if (lockedBy.has(tx)) throw new Error('accounts are opened in one go, before any is locked');
  lockedBy.set(tx, new Set());
}
