import type { Environment } from '../../runtime/environment';
import type { Store } from '../../store/store';
import { createConnectorAccount, listConnectorAccounts, rotateConnectorAccount } from './connector-accounts';

/** The account that the routes of the demonstration name. */
export const SANDBOX_ACCOUNT = 'sandbox';

/** Creates the account of the demonstration, or changes its address. Without a secret there is none. Idempotent. */
export async function keepSandboxAccount(
  store: Store,
  { SANDBOX_SECRET: secret, SANDBOX_URL: url }: Pick<Environment, 'SANDBOX_SECRET' | 'SANDBOX_URL'>,
): Promise<void> {
  if (secret === undefined) return;
  const id = SANDBOX_ACCOUNT;
  const given = { id, credentials: { secret }, settings: { url }, reason: 'демонстрация' };
  const isKnown = (await listConnectorAccounts(store.database)).some((account) => account.id === id);
  if (isKnown) await rotateConnectorAccount(store, given);
  else await createConnectorAccount(store, { ...given, connector: 'sandbox', name: 'Sandbox' });
}
