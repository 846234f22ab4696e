import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { loadEnvironment } from '../runtime/environment';
import { asOperator } from '../store/platform/audit/origin';
import { openStore, type Store } from '../store/store';

/** Runs a command with an open store. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = openStore(loadEnvironment(), 2);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}

/** A store whose `origin.isNoted` says whether anything was changed. */
type AuditedStore = Store & Required<Pick<Store, 'origin'>>;

/** The same for a change, with its operator and operation for the audit log. */
export function withStoreAs<Result>(
  operation: string,
  work: (store: AuditedStore) => Promise<Result>,
): Promise<Result> {
  const origin = { operation, requestID: `shell/${randomUUID()}`, paymentID: null };
  return withStore((store) => work(asOperator(store, origin, operatorName())));
}

/** Returns the operator's name: `HOLDFAST_OPERATOR`, or the system user. */
export function operatorName(): string {
  const given = process.env['HOLDFAST_OPERATOR']?.trim();
  return `operator/${(given ?? '') === '' ? systemUserName() : given}`.slice(0, 100);
}

/** A container's user may have no name. */
function systemUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

export function print(value: object): void {
  process.stdout.write(
    `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`,
  );
}
