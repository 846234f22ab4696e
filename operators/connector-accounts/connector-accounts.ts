import { ZodError } from 'zod';
import { findRefusedAddress, type HostPolicy } from '../../connectors/account-addresses';
import type { AccountAccess, ConnectorKind } from '../../connectors/connector-kind';
import { CONNECTOR_KINDS, findKind } from '../../connectors/kinds';
import type { ProblemFacts } from '../../domain/merchants/reference-data/problem';
import { ACCOUNT_ID, type ConnectorAccount } from '../../domain/payments/connector-account/connector-account';
import { notFound, Refusal } from '../../domain/platform/errors/refusal';
import { listAccounts } from '../../store/payments/connector-account/account-directory';
import {
  createAccount,
  rotateAccount,
  setAccountEnabled,
} from '../../store/payments/connector-account/connector-account.change';
import type { Database } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import { InvalidConfiguration } from '../configuration/invalid-configuration';
import { listProblems } from '../reference-data/problems';

export interface AccountCreation {
  id: string;
  connector: string;
  name: string;
  credentials: unknown;
  settings?: unknown;
  reason: string;
}

/** Stores a new account; its credentials tell its realm. Idempotent. @throws InvalidConfiguration, VersionConflict */
export async function createConnectorAccount(store: Store, creation: AccountCreation): Promise<ConnectorAccount> {
  const { lists, ...account } = validateCreation(creation, store.acquirers);
  return createAccount(store, account, { reason: creation.reason, lists });
}

type Checked = Pick<ConnectorAccount, 'realm' | 'settings'> & { credentials: Readonly<Record<string, unknown>> };

/** @throws InvalidConfiguration */
export function validateCreation(
  creation: Omit<AccountCreation, 'reason'>,
  policy: HostPolicy | undefined,
): Checked & Pick<ConnectorAccount, 'id' | 'connector' | 'name'> & { lists: boolean } {
  const { id, connector, name, credentials, settings = {} } = creation;
  if (!ACCOUNT_ID.test(id)) {
    throw invalid('id', { rule: 'wrongFormat', values: [ACCOUNT_ID.source] });
  }
  if (name.trim() === '') throw invalid('name', { rule: 'required' });
  if (name.length > 100) throw invalid('name', { rule: 'tooBig', limit: 100 });
  const kind = findKind(connector);
  if (!kind) throw invalid('connector', { rule: 'unknownValue', values: CONNECTOR_KINDS.map((each) => each.name) });
  return {
    id,
    connector,
    name,
    lists: kind.capabilities.listOperations,
    ...check(kind, { credentials, settings }, policy),
  };
}

interface CredentialRotation {
  id: string;
  credentials: unknown;
  /** Default: the current ones. */
  settings?: unknown;
  /** The version that the editor has read; undefined: any. */
  version?: number;
  reason: string;
}

/** Replaces the credentials, of the same realm. @throws InvalidConfiguration, VersionConflict, Refusal notFound */
export async function rotateConnectorAccount(store: Store, rotation: CredentialRotation): Promise<ConnectorAccount> {
  const { id, version, reason } = rotation;
  const { credentials, settings } = await validateRotation(store, rotation);
  return rotateAccount(store, { id, credentials, settings, version, reason });
}

/** @throws InvalidConfiguration, Refusal notFound */
export async function validateRotation(
  { database, acquirers: policy }: Pick<Store, 'database' | 'acquirers'>,
  { id, credentials, settings }: Pick<CredentialRotation, 'id' | 'credentials' | 'settings'>,
): Promise<Checked & { current: ConnectorAccount }> {
  const current = await findConnectorAccount(database, id);
  const kind = findKind(current.connector);
  if (!kind) throw new Refusal('operationNotPermitted', `this version has no connector ${current.connector}`);
  const checked = check(kind, { credentials, settings: settings ?? current.settings }, policy);
  if (checked.realm !== current.realm) {
    throw invalid('credentials', { rule: 'otherRealm', values: [checked.realm, current.realm] });
  }
  return { ...checked, current };
}

/** All accounts by id. */
export async function listConnectorAccounts(database: Database): Promise<ConnectorAccount[]> {
  return listAccounts(database);
}

/** @throws Refusal notFound */
export async function findConnectorAccount(database: Database, id: string): Promise<ConnectorAccount> {
  const account = (await listConnectorAccounts(database)).find((each) => each.id === id);
  if (!account) throw notFound('connectorAccount');
  return account;
}

/** Idempotent. @throws Refusal notFound */
export async function switchConnectorAccount(
  store: Store,
  change: { id: string; isEnabled: boolean; reason: string },
): Promise<ConnectorAccount> {
  return setAccountEnabled(store, change);
}

/** @param policy where other addresses than the acquirer's published ones may be; absent: anywhere */
function check(kind: ConnectorKind, access: AccountAccess, policy?: HostPolicy): Checked {
  try {
    const { isTest, settings, credentials } = kind.check(access);
    const refused = policy && findRefusedAddress(kind, settings, policy);
    if (refused) throw invalid(`settings.${refused.setting}`, { rule: refused.problem });
    return { realm: isTest ? 'test' : 'live', settings, credentials: credentials as Checked['credentials'] };
  } catch (error) {
    if (error instanceof ZodError) throw new InvalidConfiguration(listProblems(error, access));
    throw error;
  }
}

function invalid(field: string, facts: ProblemFacts): InvalidConfiguration {
  return new InvalidConfiguration([{ place: [field], ...facts }]);
}
