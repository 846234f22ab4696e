import { statement, type Database, type Transaction } from '../../postgres/database';
import { SOURCE, type Source } from './source.table';

const FIND = statement<Source>('source-find', `SELECT ${SOURCE} FROM sources WHERE id = $1`);

export async function findSource(database: Database, id: string, tx?: Transaction): Promise<Source | undefined> {
  const [source] = await database.run(FIND, [id], tx);
  return source;
}
