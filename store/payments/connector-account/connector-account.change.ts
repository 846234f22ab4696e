import { isDeepStrictEqual } from 'node:util';
import type { ConnectorAccount } from '../../../domain/payments/connector-account/connector-account';
import { notFound } from '../../../domain/platform/errors/refusal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { assertVersion, VersionConflict } from '../../merchants/configuration/version-conflict';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { announceConnectors } from '../../operators/reconciliation/connectors';
import type { Store } from '../../store';
import { ACCOUNT, encryptCredentials, lockAccount, readCredentials } from './connector-account.table';

type AccountStore = Pick<Store, 'database' | 'encryptionKeys' | 'origin' | 'accounts'>;

/** Its type in the audit log. */
const SUBJECT = 'connectorAccount';

export type NewConnectorAccount = Pick<ConnectorAccount, 'id' | 'connector' | 'name' | 'realm' | 'settings'> & {
  credentials: unknown;
};

const INSERT = statement<ConnectorAccount>(
  'connector-account-insert',
  `INSERT INTO connector_accounts AS a (id, connector, name, realm, settings, encrypted_credentials)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING RETURNING ${ACCOUNT}`,
);

/**
 * Stores an account with encrypted credentials and, if it lists its operations, starts its reconciliation. Idempotent.
 * @throws VersionConflict if another account has its id
 */
export async function createAccount(
  store: AccountStore,
  given: NewConnectorAccount,
  { reason, lists }: { reason: string; lists: boolean },
): Promise<ConnectorAccount> {
  const { id, connector, name, realm, settings } = given;
  const encrypted = await encryptCredentials(given, store.encryptionKeys);
  return change(store, async (tx) => {
    const values = [id, connector, name, realm, JSON.stringify(settings), encrypted];
    const [created] = await store.database.run(INSERT, values, tx);
    if (!created) return findSame(store, given, tx);
    if (lists) await announceConnectors(store.database, [id], new Date(), tx);
    await audit(store, { before: null, after: created, reason }, tx);
    return created;
  });
}

/** A repeated creation changes nothing. */
async function findSame(store: AccountStore, given: NewConnectorAccount, tx: Transaction): Promise<ConnectorAccount> {
  const { id, credentials, ...fields } = given;
  const known = await lockAccount(store.database, id, tx);
  const stored = known && (await readCredentials(store, known, tx));
  if (known && isDeepStrictEqual({ ...known, ...fields }, known) && isDeepStrictEqual(stored, { credentials })) {
    return known;
  }
  throw new VersionConflict(
    `${SUBJECT} ${id} exists with other values: rotate its credentials, or choose another id`,
    [],
  );
}

const ROTATE = statement<ConnectorAccount>(
  'connector-account-rotate',
  `UPDATE connector_accounts AS a
   SET encrypted_credentials = $2, settings = $3, credentials_at = now(), version = version + 1
   WHERE id = $1 RETURNING ${ACCOUNT}`,
);

/** Credentials and settings change together, so that an address in the settings cannot receive earlier credentials. */
export interface AccountRotation {
  id: string;
  credentials: unknown;
  settings: ConnectorAccount['settings'];
  version: number | undefined;
  reason: string;
}

/** A repeated rotation changes nothing. @throws VersionConflict, Refusal notFound */
export async function rotateAccount(
  store: AccountStore,
  { id, credentials, settings, version, reason }: AccountRotation,
): Promise<ConnectorAccount> {
  const encrypted = await encryptCredentials({ id, credentials }, store.encryptionKeys);
  return change(store, async (tx) => {
    const before = await lock(store.database, id, tx);
    const stored = await readCredentials(store, before, tx);
    const isSame = isDeepStrictEqual(stored, { credentials }) && isDeepStrictEqual(before.settings, settings);
    if (isSame) return before;
    if (version !== undefined) {
      const expected = { type: SUBJECT, id, version };
      await assertVersion(store.database, { expected, current: before.version }, tx);
    }
    return update(store, { before, statement: ROTATE, values: [id, encrypted, JSON.stringify(settings)], reason }, tx);
  });
}

const SET_ENABLED = statement<ConnectorAccount>(
  'connector-account-set-enabled',
  `UPDATE connector_accounts AS a SET is_enabled = $2, version = version + 1 WHERE id = $1 RETURNING ${ACCOUNT}`,
);

/** Idempotent. @throws Refusal notFound */
export async function setAccountEnabled(
  store: AccountStore,
  { id, isEnabled, reason }: { id: string; isEnabled: boolean; reason: string },
): Promise<ConnectorAccount> {
  return change(store, async (tx) => {
    const before = await lock(store.database, id, tx);
    if (before.isEnabled === isEnabled) return before;
    return update(store, { before, statement: SET_ENABLED, values: [id, isEnabled], reason }, tx);
  });
}

/** This process knows the change at once, the others after a second. */
async function change(
  store: AccountStore,
  run: (tx: Transaction) => Promise<ConnectorAccount>,
): Promise<ConnectorAccount> {
  const account = await store.database.transaction(run);
  store.accounts.forget();
  return account;
}

async function lock(database: Database, id: string, tx: Transaction): Promise<ConnectorAccount> {
  const account = await lockAccount(database, id, tx);
  if (!account) throw notFound(SUBJECT);
  return account;
}

interface AccountUpdate {
  before: ConnectorAccount;
  statement: typeof ROTATE;
  values: readonly unknown[];
  reason: string;
}

async function update(
  store: AccountStore,
  { before, statement: text, values, reason }: AccountUpdate,
  tx: Transaction,
): Promise<ConnectorAccount> {
  const [after] = await store.database.run(text, values, tx);
  if (!after) throw notFound(SUBJECT);
  await audit(store, { before, after, reason }, tx);
  return after;
}

/** The audit log has when credentials changed, and nothing of them. */
async function audit(
  { database, origin }: AccountStore,
  { before, after, reason }: { before: ConnectorAccount | null; after: ConnectorAccount; reason: string },
  tx: Transaction,
): Promise<void> {
  const fields = { before: before && toAudited(before), after: toAudited(after) };
  await auditWithin(database, origin, [{ type: SUBJECT, id: after.id, reason, ...fields }], tx);
}

function toAudited({ id: _, createdAt: __, credentialsAt, ...fields }: ConnectorAccount): object {
  return { ...fields, credentialsAt: rfc3339Text(credentialsAt) };
}
