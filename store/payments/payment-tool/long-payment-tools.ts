import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import { newId } from '../../id';

const KEEP = statement(
  'long-tool-keep',
  `WITH over AS (
     DELETE FROM long_payment_tools WHERE id IN (
       SELECT id FROM long_payment_tools WHERE valid_until < now() ORDER BY valid_until LIMIT 100 FOR UPDATE SKIP LOCKED
     )
   )
   INSERT INTO long_payment_tools (id, encrypted_content, valid_until) VALUES ($1, $2, $3)`,
);

/** Stores an encrypted tool until its token expires; each call deletes up to a hundred expired ones. @returns its reference */
export async function storeLongTool(database: Database, encryptedContent: string, validUntil: Date): Promise<string> {
  const id = newId();
  await database.run(KEEP, [id, encryptedContent, rfc3339Text(validUntil)]);
  return id;
}

const READ = statement<{ encryptedContent: string }>(
  'long-tool-read',
  'SELECT encrypted_content AS "encryptedContent" FROM long_payment_tools WHERE id = $1',
);

/** A stored tool, still encrypted; undefined after deletion. The caller checks expiry. */
export async function readLongTool(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.run(READ, [id]);
  return row?.encryptedContent;
}
