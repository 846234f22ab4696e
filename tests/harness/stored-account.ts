import { createConnectorAccount, type AccountCreation } from '../../operators/connector-accounts/connector-accounts';
import { openStore } from '../../store/store';
import type { Platform } from './platform';

/** Stores an account of a connector at a platform. */
export async function addAccount(
  { databaseUrl, environment }: Pick<Platform, 'databaseUrl' | 'environment'>,
  account: Omit<AccountCreation, 'name' | 'reason'>,
): Promise<void> {
  const ENCRYPTION_KEY = environment['ENCRYPTION_KEY'] ?? '';
  const store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY }, 1);
  try {
    await createConnectorAccount(store, { ...account, name: account.id, reason: 'test' });
  } finally {
    await store.database.close();
  }
}
