import type { ConnectorAccount } from '../../../domain/payments/connector-account/connector-account';
import { decrypt, encrypt, DecryptionFailed, type EncryptionKeys } from '../../../security/encryption';
import { columnsOf, selectList } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { lockByID } from '../../postgres/readers';

const COLUMNS = columnsOf<ConnectorAccount>()([
  'id connector name realm isEnabled settings version createdAt credentialsAt',
]);

/** The SELECT list of accounts `a`, without credentials. */
export const ACCOUNT = selectList(COLUMNS, 'a');

/** Purpose to which the encryption of credentials is bound. */
export const ACCOUNT_CREDENTIALS = 'connector-account-credentials';

/** The credentials of one account; the id is encrypted with them, so that rows cannot exchange them. */
export async function encryptCredentials(
  { id, credentials }: { id: string; credentials: unknown },
  keys: EncryptionKeys,
): Promise<string> {
  return encrypt(JSON.stringify({ id, credentials }), ACCOUNT_CREDENTIALS, keys);
}

const FIND = statement<{ encrypted: string }>(
  'connector-account-credentials',
  `SELECT encrypted_credentials AS encrypted FROM connector_accounts WHERE id = $1 AND version = $2`,
);

/** The credentials of a version of an account; undefined if there is a newer version. @throws DecryptionFailed */
export async function readCredentials(
  { database, encryptionKeys }: { database: Database; encryptionKeys: EncryptionKeys },
  { id, version }: Pick<ConnectorAccount, 'id' | 'version'>,
  tx?: Transaction,
): Promise<{ credentials: unknown } | undefined> {
  const [row] = await database.run(FIND, [id, version], tx);
  if (!row) return undefined;
  const content = JSON.parse(await decrypt(row.encrypted, ACCOUNT_CREDENTIALS, encryptionKeys)) as {
    id: string;
    credentials: unknown;
  };
  if (content.id !== id) throw new DecryptionFailed();
  return { credentials: content.credentials };
}

const LOCK = statement<ConnectorAccount>(
  'connector-account-lock',
  `SELECT ${ACCOUNT} FROM connector_accounts a WHERE id = $1 FOR UPDATE`,
);

export const lockAccount = lockByID(LOCK);
