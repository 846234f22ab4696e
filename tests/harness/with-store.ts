import { Database } from '../../store/postgres/database';
import { openStore, type Store } from '../../store/store';

/** Runs work on a database through a pool of its own. */
export async function withPool<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = new Database({ url, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs work on the store of a platform, which its environment names. */
export async function withStore<Result>(
  { DATABASE_URL = '', ENCRYPTION_KEY = '' }: Readonly<Record<string, string>>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore({ DATABASE_URL, ENCRYPTION_KEY }, 2);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}
