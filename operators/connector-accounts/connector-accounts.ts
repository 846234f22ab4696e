import { ZodError } from 'zod';
import { findRefusedAddress, type HostPolicy } from '../../connectors/account-addresses';
import type { AccountAccess, ConnectorKind } from '../../connectors/connector-kind';
import { CONNECTOR_KINDS, findKind } from '../../connectors/kinds';
import { ACCOUNT_ID, type ConnectorAccount } from '../../domain/connector-account/connector-account';
import { notFound, Refusal } from '../../domain/errors/refusal';
import { listAccounts } from '../../store/connector-account/account-directory';
import {
  createAccount,
  rotateAccount,
  setAccountEnabled,
} from '../../store/connector-account/connector-account.change';
import type { Store } from '../../store/store';
import { InvalidConfiguration } from '../configuration/configuration';
import { listProblems } from '../reference-data/problems';

export interface AccountCreation {
  id: string;
  connector: string;
  name: string;
  credentials: unknown;
  settings?: unknown;
  reason: string;
}

/** Validates and stores a new account; its credentials tell its realm. @throws InvalidConfiguration, VersionConflict */
export async function createConnectorAccount(store: Store, creation: AccountCreation): Promise<ConnectorAccount> {
  const { id, connector, name, credentials, settings = {}, reason } = creation;
  if (!ACCOUNT_ID.test(id)) {
    throw invalid('id', 'must have 1 to 40 lowercase letters, digits and hyphens, and not begin with a hyphen');
  }
  if (name.trim() === '' || name.length > 100) throw invalid('name', 'must have 1 to 100 characters');
  const kind = findKind(connector);
  if (!kind) throw invalid('connector', `must be one of ${CONNECTOR_KINDS.map((each) => each.name).join(', ')}`);
  const { realm, ...access } = check(kind, { credentials, settings }, store.acquirers);
  return createAccount(
    store,
    { id, connector, name, realm, ...access },
    { reason, lists: kind.capabilities.listOperations },
  );
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
  const { id, credentials, settings, version, reason } = rotation;
  const current = await findConnectorAccount(store, id);
  const kind = findKind(current.connector);
  if (!kind) throw new Refusal('operationNotPermitted', `this version has no connector ${current.connector}`);
  const { realm, ...access } = check(kind, { credentials, settings: settings ?? current.settings }, store.acquirers);
  if (realm !== current.realm) {
    throw invalid('credentials', `are of the realm ${realm}, and the account is of the realm ${current.realm}`);
  }
  return rotateAccount(store, { id, ...access, version, reason });
}

/** All accounts by id. */
export async function listConnectorAccounts({ database }: Store): Promise<ConnectorAccount[]> {
  return listAccounts(database);
}

/** @throws Refusal notFound */
export async function findConnectorAccount(store: Store, id: string): Promise<ConnectorAccount> {
  const account = (await listConnectorAccounts(store)).find((each) => each.id === id);
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

type Checked = Pick<ConnectorAccount, 'realm' | 'settings'> & { credentials: unknown };

/** @param policy where other addresses than the acquirer's published ones may be; absent: anywhere */
function check(kind: ConnectorKind, access: AccountAccess, policy?: HostPolicy): Checked {
  try {
    const { isTest, settings, credentials } = kind.check(access);
    const refused = policy && findRefusedAddress(kind, settings, policy);
    if (refused) throw invalid(`settings.${refused.setting}`, refused.problem);
    return { realm: isTest ? 'test' : 'live', settings, credentials };
  } catch (error) {
    if (error instanceof ZodError) throw new InvalidConfiguration(listProblems(error));
    throw error;
  }
}

function invalid(field: string, message: string): InvalidConfiguration {
  return new InvalidConfiguration([{ place: [field], message }]);
}
