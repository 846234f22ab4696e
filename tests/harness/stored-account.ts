import { findKind } from '../../connectors/kinds';
import { createConnectorAccount, type AccountCreation } from '../../operators/connector-accounts/connector-accounts';
import { untilAnswered } from './answered';
import type { Platform } from './platform';
import { withStore } from './with-store';

/** Stores an account of a connector at a platform, whose API takes its callbacks within a second. */
export async function addAccount(
  { databaseUrl, environment, apiUrl }: Pick<Platform, 'databaseUrl' | 'environment' | 'apiUrl'>,
  account: Omit<AccountCreation, 'name' | 'reason'>,
): Promise<void> {
  await withStore({ ...environment, DATABASE_URL: databaseUrl }, (store) =>
    createConnectorAccount(store, { ...account, name: account.id, reason: 'test' }),
  );
  const { id, connector, credentials, settings = {} } = account;
  if (!(await findKind(connector)?.callbacks({ credentials, settings }))) return;
  const ask = async () => (await fetch(`${apiUrl}/callbacks/${connector}/${id}`)).status;
  expect(await untilAnswered(ask, (status) => status !== 404)).toBe(200);
}
