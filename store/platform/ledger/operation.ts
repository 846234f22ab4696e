import { Refusal } from '../../../domain/platform/errors/refusal';
import type { OperationFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import type { Database, Statement } from '../../postgres/database';
import { findOrCreate } from '../../idempotency';
import { InsufficientFunds, LimitExceeded } from './ledger';

/** Runs an operator's command, idempotent by its key. @throws Refusal invalidOperationParameters if the key has another command */
export async function runOnce<Row extends object>(
  database: Database,
  operation: { key: string; index: string; find: Statement<Row>; isSame: (row: Row) => boolean },
  make: () => Promise<Row>,
): Promise<Row> {
  return findOrCreate({ find: () => findMade(database, operation), index: operation.index }, make);
}

async function findMade<Row extends object>(
  database: Database,
  { key, find, isSame }: { key: string; find: Statement<Row>; isSame: (row: Row) => boolean },
): Promise<Row | undefined> {
  const [row] = await database.run(find, [key]);
  if (row && !isSame(row)) {
    throw new Refusal('invalidOperationParameters', `the operation ${key} has been used for something else`);
  }
  return row;
}

/** Maps a ledger error to an operation's failure; rethrows others. */
export function toFailure(error: unknown): OperationFailure {
  if (error instanceof InsufficientFunds) return { code: 'InsufficientFunds' };
  if (error instanceof LimitExceeded) return { code: 'account_limit_exceeded', subError: { code: 'amount' } };
  throw error;
}
