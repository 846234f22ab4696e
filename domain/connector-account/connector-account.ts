/** Whether an account moves real money. */
export type AccountRealm = 'test' | 'live';

/**
 * An account of the provider with an acquirer. Its id is recorded wherever a connector is named. The account that the
 * environment defines has the name of its connector as its id and is not stored.
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

/** The account that the variables of a connector define; its id is the name of the connector. */
export interface DefaultAccount {
  id: string;
  realm: AccountRealm;
  /** Whether the variables were set when a worker last started. */
  isConfigured: boolean;
  isEnabled: boolean;
  version: number;
  /** When a worker first started with the variables. */
  createdAt: Date;
}

/** Lowercase letters, digits and hyphens, because the id is part of addresses, ledger accounts and workflow ids. */
export const ACCOUNT_ID = /^[a-z0-9][a-z0-9-]{0,39}$/;
