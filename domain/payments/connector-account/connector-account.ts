/** Whether an account moves real money. */
export type AccountRealm = 'test' | 'live';

/**
 * An account of the provider with an acquirer. Its id is recorded wherever a connector is named.
 */
export interface ConnectorAccount {
  id: string;
  /** The connector that its operations go through. */
  connector: string;
  name: string;
  realm: AccountRealm;
  /** A disabled account takes no new payments, bindings or withdrawals and finishes those that it has. */
  isEnabled: boolean;
  /** Validated by the connector's schema; contains no secrets. */
  settings: Readonly<Record<string, unknown>>;
  version: number;
  createdAt: Date;
  /** When its credentials were last replaced. */
  credentialsAt: Date;
}

/** Lowercase letters, digits and hyphens, because the id is part of addresses, ledger accounts and workflow ids. */
export const ACCOUNT_ID = /^[a-z0-9][a-z0-9-]{0,39}$/;
