import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { loadEnvironment } from '../runtime/environment';
import { asOperator } from '../store/audit/origin';
import { openStore, type Store } from '../store/store';

/** Runs one command with the record open, and closes it after. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = openStore(loadEnvironment(), 2);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}

/** A store whose `origin.isNoted` tells whether anything was changed. */
type AskedStore = Store & Required<Pick<Store, 'origin'>>;

/** The same for a command that changes something: the audit log says who gave it, and what it is called. */
export function withStoreAs<Result>(operation: string, work: (store: AskedStore) => Promise<Result>): Promise<Result> {
  const asked = { operation, requestID: `shell/${randomUUID()}`, paymentID: null };
  return withStore((store) => work(asOperator(store, asked, operatorName())));
}

/** Who sits at the shell: as the machine knows him, unless `HOLDFAST_OPERATOR` says it better. */
export function operatorName(): string {
  const given = process.env['HOLDFAST_OPERATOR']?.trim();
  return `operator/${(given ?? '') === '' ? nameOnThisMachine() : given}`.slice(0, 100);
}

/** A container may run under a number that has no name. */
function nameOnThisMachine(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Prints one object as a line of JSON. */
export function print(value: object): void {
  process.stdout.write(
    `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`,
  );
}
