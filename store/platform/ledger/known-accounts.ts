import type { Database, Transaction } from '../../postgres/database';

/** Bounds the memory of a process. */
const MAX_KNOWN = 50_000;

const knownByDatabase = new WeakMap<Database, Set<string>>();

/**
 * Selects the accounts that no committed transaction of this process has opened. A rollback forgets the accounts of its transaction, so that
 * the next attempt opens those that a restored database lacks; a transfer between missing accounts violates its foreign keys.
 */
export function selectUnknown<Account extends { id: string }>(
  database: Database,
  accounts: readonly Account[],
  tx: Transaction,
): Account[] {
  const known = getKnown(database);
  tx.onEnd.push(({ isCommitted }) => {
    for (const { id } of accounts) known.delete(id);
    if (isCommitted) for (const { id } of accounts) known.add(id);
    // A set keeps the order of insertion: the accounts that were used least recently go first.
    for (const id of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(id);
    }
  });
  return accounts.filter(({ id }) => !known.has(id));
}

function getKnown(database: Database): Set<string> {
  const known = knownByDatabase.get(database) ?? new Set<string>();
  knownByDatabase.set(database, known);
  return known;
}
