import { testAccount } from '../../connectors/account-test';
import type { AccountTest } from '../../domain/payments/connector-account/account-test';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { auditWithin } from '../../store/platform/audit/audited';
import type { Store } from '../../store/store';
import { findConnectorAccount } from './connector-accounts';

/** Makes the test call of an account and records what the acquirer answered. @throws Refusal notFound */
export async function testConnectorAccount(store: Store, id: string): Promise<AccountTest> {
  const { database, origin } = store;
  const tested = await testAccount(accountSource(store), await findConnectorAccount(database, id));
  const subject = { type: 'connectorAccount', id, after: tested } as const;
  await database.transaction((tx) => auditWithin(database, origin, [subject], tx));
  return tested;
}
