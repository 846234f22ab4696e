import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { statement, type Database } from '../database';
import { newId } from '../id';

const KEEP = statement(
  'long-tool-keep',
  `WITH over AS (
     DELETE FROM long_payment_tools WHERE id IN (
       SELECT id FROM long_payment_tools WHERE valid_until < now() ORDER BY valid_until LIMIT 100 FOR UPDATE SKIP LOCKED
     )
   )
   INSERT INTO long_payment_tools (id, encrypted_content, valid_until) VALUES ($1, $2, $3)`,
);

/** Keeps an encrypted tool until its token is over; what is over goes as others come, a hundred with each. @returns its reference */
export async function keepLongTool(database: Database, encryptedContent: string, validUntil: Date): Promise<string> {
  const id = newId();
  await database.run(KEEP, [id, encryptedContent, rfc3339Text(validUntil)]);
  return id;
}

const READ = statement<{ encryptedContent: string }>(
  'long-tool-read',
  'SELECT encrypted_content AS "encryptedContent" FROM long_payment_tools WHERE id = $1',
);

/** A tool that was kept, still encrypted; undefined once it is gone. Whether its token is over is for the reader to see. */
export async function readLongTool(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.run(READ, [id]);
  return row?.encryptedContent;
}
