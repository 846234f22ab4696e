import type { Transaction } from '../../postgres/database';

/** The accounts that a transaction has locked; empty if it has only opened some. */
const lockedBy = new WeakMap<Transaction, Set<string>>();

/** Deduplicates and sorts accounts by the bytes of their ids: the locking order of all transactions. */
export function lockingOrder(accountIDs: readonly string[]): string[] {
  return [...new Set(accountIDs)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Records locks and rejects any out of order, which would otherwise cause occasional deadlocks. */
export function recordLocks(accountIDs: readonly string[], tx: Transaction): void {
  const locked = lockedBy.get(tx) ?? new Set<string>();
  const last = lockingOrder([...locked]).at(-1);
  const outOfOrder = accountIDs.find(
    (id) => last !== undefined && !locked.has(id) && lockingOrder([id, last])[0] === id,
  );
  if (outOfOrder !== undefined) throw new Error(`account ${outOfOrder} is locked after ${last}: move both in one go`);
  lockedBy.set(tx, new Set([...locked, ...accountIDs]));
}

/** Records that a transaction opens accounts: once, and before it locks any. */
export function recordOpening(tx: Transaction): void {
  if (lockedBy.has(tx)) throw new Error('accounts are opened in one go, before any is locked');
  lockedBy.set(tx, new Set());
}
