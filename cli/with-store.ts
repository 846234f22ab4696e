import { loadEnvironment } from '../runtime/environment';
import { openStore, type Store } from '../store/store';

/** Runs one command with the record open, and closes it after. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = openStore(loadEnvironment(), 2);
  try {
    await work(store);
  } finally {
    await store.database.close();
  }
}

/** Prints one object as a line of JSON. */
export function print(value: object): void {
  process.stdout.write(
    `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`,
  );
}
