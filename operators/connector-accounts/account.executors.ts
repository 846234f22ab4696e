import type { ACCOUNT_COMMANDS } from '../../domain/payments/connector-account/account-commands';
import type { ConnectorAccount } from '../../domain/payments/connector-account/connector-account';
import { Refusal } from '../../domain/platform/errors/refusal';
import type { ReadCommand } from '../../domain/operators/operator-command/command-fields';
import type { CommandChange } from '../../domain/operators/operator-command/operator-command';
import { compareForms } from '../../domain/merchants/reference-data/field-changes';
import { getReason } from '../../store/platform/audit/origin';
import { assertAsApproved } from '../../store/merchants/configuration/approved-change';
import { assertVersion, VersionConflict } from '../../store/merchants/configuration/version-conflict';
import { readCredentials } from '../../store/payments/connector-account/connector-account.table';
import type { AssessingStore, CommandExecutor } from '../../store/operators/operator-command/command-executor';
import type { Database } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import {
  createConnectorAccount,
  findConnectorAccount,
  listConnectorAccounts,
  rotateConnectorAccount,
  switchConnectorAccount,
  validateCreation,
  validateRotation,
} from './connector-accounts';

type Parameters<Name extends keyof typeof ACCOUNT_COMMANDS> = ReadCommand<(typeof ACCOUNT_COMMANDS)[Name]>;

/** A change of an account: what it changes, and how it is made. */
export interface AccountChange<Given> {
  /** Empty if the account is so already. @throws InvalidConfiguration, VersionConflict, Refusal notFound */
  compare: (store: AssessingStore, given: Given) => Promise<CommandChange[]>;
  /** Idempotent. */
  apply: (store: Store, given: Given & { reason: string }) => Promise<ConnectorAccount>;
}

const TYPE = 'connectorAccount';

/** The names of the secrets that differ. */
async function listReplaced(
  { database, encryptionKeys }: Pick<Store, 'database' | 'encryptionKeys'>,
  { account, next }: { account: ConnectorAccount; next: Readonly<Record<string, unknown>> },
): Promise<string[]> {
  const stored = await readCredentials({ database, encryptionKeys }, account);
  const known = (stored?.credentials ?? {}) as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(known), ...Object.keys(next)])]
    .filter((name) => known[name] !== next[name])
    .sort();
}

const create: AccountChange<Parameters<'create'>> = {
  compare: async (store, given) => {
    const { id, connector, name, realm, settings, credentials } = validateCreation(given, store.acquirers);
    const after = { connector, name, realm, settings };
    const known = (await listConnectorAccounts(store.database)).find((account) => account.id === id);
    if (!known) return [{ type: TYPE, id, version: 0, before: null, after, secrets: Object.keys(credentials).sort() }];
    const changed = compareForms({ ...known }, { ...known, ...after }).after;
    const replaced = await listReplaced(store, { account: known, next: credentials });
    if (Object.keys(changed).length + replaced.length === 0) return [];
    throw new VersionConflict(
      `${TYPE} ${id} exists with other values: rotate its credentials, or choose another id`,
      [],
    );
  },
  apply: createConnectorAccount,
};

const rotate: AccountChange<Parameters<'rotate'>> = {
  compare: async (store, given) => {
    const { current, settings, credentials } = await validateRotation(store, given);
    const { id, version } = current;
    const secrets = await listReplaced(store, { account: current, next: credentials });
    const { before, after } = compareForms({ settings: current.settings }, { settings });
    if (secrets.length + Object.keys(after).length === 0) return [];
    await assertCurrent(store.database, { id, version: given.version, current: version });
    return [{ type: TYPE, id, version, before, after, secrets }];
  },
  apply: rotateConnectorAccount,
};

const switchTo = (isEnabled: boolean): AccountChange<Parameters<'switch'>> => ({
  compare: async (store, given) => {
    const { id, version, isEnabled: wasEnabled } = await findConnectorAccount(store.database, given.id);
    if (wasEnabled === isEnabled) return [];
    await assertCurrent(store.database, { id, version: given.version, current: version });
    return [{ type: TYPE, id, version, before: { isEnabled: wasEnabled }, after: { isEnabled } }];
  },
  apply: async (store, { id, reason }) => switchConnectorAccount(store, { id, isEnabled, reason }),
});

async function assertCurrent(
  database: Database,
  { id, version, current }: { id: string; version: number; current: number },
): Promise<void> {
  const expected = { type: TYPE, id, version };
  await database.transaction((tx) => assertVersion(database, { expected, current }, tx));
}

export const ACCOUNT_CHANGES = {
  createConnectorAccount: create,
  rotateConnectorAccount: rotate,
  disableConnectorAccount: switchTo(false),
  enableConnectorAccount: switchTo(true),
};

function executorOf<Given>({ compare, apply }: AccountChange<Given>): CommandExecutor<Given> {
  return {
    assess: async (_, given, store) => {
      const changes = await compare(store, given);
      if (changes.length === 0) throw new Refusal('invalidRequest', 'the command changes nothing');
      return { money: undefined, partyID: null, changes };
    },
    execute: async (store, given, _, command) => {
      const changes = await compare(store, given);
      // An execution that is repeated finds the account as it made it.
      if (changes.length > 0) assertAsApproved(command.changes ?? [], changes);
      const { id, version } = await apply(store, { ...given, reason: getReason(store) });
      return { outcome: { changed: [{ type: TYPE, id, version }] } };
    },
  };
}

export const accountExecutors = {
  createConnectorAccount: executorOf(create),
  rotateConnectorAccount: executorOf(rotate),
  disableConnectorAccount: executorOf(ACCOUNT_CHANGES.disableConnectorAccount),
  enableConnectorAccount: executorOf(ACCOUNT_CHANGES.enableConnectorAccount),
};
