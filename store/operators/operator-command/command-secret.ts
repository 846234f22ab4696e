import { getCommandType } from '../../../domain/operators/operator-command/command-types';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { canonicalText } from '../../../domain/merchants/reference-data/field-changes';
import { decrypt, DecryptionFailed, encrypt, type EncryptionKeys } from '../../../security/encryption';
import { statement, type Database, type Transaction } from '../../postgres/database';

type Parameters = Readonly<Record<string, unknown>>;

/** Purpose to which the encryption of commands' secrets is bound. */
export const COMMAND_SECRET = 'operator-command-secret';

const INSERT = statement(
  'operator-command-secret-insert',
  'INSERT INTO operator_command_secrets (command_id, encrypted_secret) VALUES ($1, $2)',
);
const FIND = statement<{ encrypted: string }>(
  'operator-command-secret-find',
  'SELECT encrypted_secret AS encrypted FROM operator_command_secrets WHERE command_id = $1',
);

interface SecretStore {
  database: Database;
  encryptionKeys: EncryptionKeys;
}

/** Separates the secret of a type, which the row of the command does not have. */
export function splitSecret(
  type: string,
  parameters: Parameters,
): { shown: Parameters; secret: Parameters | undefined } {
  const { secret: name } = getCommandType(type);
  if (name === undefined) return { shown: parameters, secret: undefined };
  const { [name]: value, ...shown } = parameters;
  return { shown, secret: { [name]: value } };
}

/** Keeps the secret until the command ends; its id is encrypted with it, so that commands cannot exchange them. */
export async function keepSecret(
  { database, encryptionKeys }: SecretStore,
  { id, secret }: { id: string; secret: Parameters },
  tx: Transaction,
): Promise<void> {
  const encrypted = await encrypt(JSON.stringify({ id, secret }), COMMAND_SECRET, encryptionKeys);
  await database.run(INSERT, [id, encrypted], tx);
}

/** The secret of a command that has not ended. @throws DecryptionFailed */
export async function openSecret(
  { database, encryptionKeys }: SecretStore,
  { id, type }: Pick<OperatorCommand, 'id' | 'type'>,
): Promise<Parameters | undefined> {
  if (getCommandType(type).secret === undefined) return undefined;
  const [row] = await database.run(FIND, [id]);
  if (!row) return undefined;
  const content = JSON.parse(await decrypt(row.encrypted, COMMAND_SECRET, encryptionKeys)) as {
    id: string;
    secret: Parameters;
  };
  if (content.id !== id) throw new DecryptionFailed();
  return content.secret;
}

/** Whether a known command has the same secret, or none any more. */
export async function hasSecret(
  store: SecretStore,
  command: Pick<OperatorCommand, 'id' | 'type'>,
  secret: Parameters | undefined,
): Promise<boolean> {
  const known = await openSecret(store, command);
  return known === undefined || canonicalText(known) === canonicalText(secret);
}
