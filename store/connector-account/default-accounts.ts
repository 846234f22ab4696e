import type { AccountRealm, DefaultAccount } from '../../domain/connector-account/connector-account';
import { auditWithin } from '../audit/audited';
import { statement, type Database } from '../postgres/database';
import type { Store } from '../store';

const ACCOUNT = `id, realm, is_configured AS "isConfigured", is_enabled AS "isEnabled", version, created_at AS "createdAt"`;

const LIST = statement<DefaultAccount>(
  'default-account-list',
  `SELECT ${ACCOUNT} FROM default_connector_accounts ORDER BY id`,
);

/** The accounts that the environment of a worker has defined so far. */
export async function listDefaultAccounts(database: Database): Promise<DefaultAccount[]> {
  return database.run(LIST, []);
}

const ANNOUNCE = statement(
  'default-account-announce',
  `INSERT INTO default_connector_accounts AS d (id, realm, is_configured)
   SELECT id, realm, true FROM unnest($1::text[], $2::text[]) AS given (id, realm)
   ON CONFLICT (id) DO UPDATE SET realm = EXCLUDED.realm, is_configured = true
   WHERE (d.realm, d.is_configured) <> (EXCLUDED.realm, true)`,
);

const WITHDRAW = statement(
  'default-account-withdraw',
  `UPDATE default_connector_accounts SET is_configured = false WHERE is_configured AND id <> ALL ($1::text[])`,
);

/** Records the accounts of a worker's environment, as the other processes do not have its variables. Idempotent. */
export async function announceDefaultAccounts(
  database: Database,
  accounts: readonly { id: string; realm: AccountRealm }[],
): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  await database.transaction(async (tx) => {
    await database.run(ANNOUNCE, [ids, accounts.map(({ realm }) => realm)], tx);
    await database.run(WITHDRAW, [ids], tx);
  });
}

const LOCK = statement<DefaultAccount>(
  'default-account-lock',
  `SELECT ${ACCOUNT} FROM default_connector_accounts WHERE id = $1 FOR UPDATE`,
);

const SET_ENABLED = statement<DefaultAccount>(
  'default-account-set-enabled',
  `UPDATE default_connector_accounts SET is_enabled = $2, version = version + 1 WHERE id = $1 RETURNING ${ACCOUNT}`,
);

/** Idempotent; undefined if no environment has defined the account. */
export async function setDefaultAccountEnabled(
  { database, origin, accounts }: Pick<Store, 'database' | 'origin' | 'accounts'>,
  { id, isEnabled, reason }: { id: string; isEnabled: boolean; reason: string },
): Promise<DefaultAccount | undefined> {
  const account = await database.transaction(async (tx) => {
    const [before] = await database.run(LOCK, [id], tx);
    if (!before || before.isEnabled === isEnabled) return before;
    const [after] = await database.run(SET_ENABLED, [id, isEnabled], tx);
    const subject = {
      type: 'connectorAccount',
      id,
      reason,
      before: toAudited(before),
      after: after && toAudited(after),
    };
    await auditWithin(database, origin, [subject], tx);
    return after;
  });
  accounts.forget();
  return account;
}

function toAudited({ realm, isEnabled, version }: DefaultAccount): object {
  return { realm, isEnabled, version };
}
