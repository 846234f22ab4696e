import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { statement, type Database } from '../../postgres/database';
import { newId } from '../../id';
import { sourceAccount } from '../../platform/ledger/accounts';
import { openAccounts } from '../../platform/ledger/ledger';
import { SOURCE, type Source } from './source.table';

const INSERT = statement<Source>(
  'source-insert',
  `INSERT INTO sources (id, name, currency) VALUES ($1, $2, $3)
   ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name WHERE sources.name <> EXCLUDED.name RETURNING ${SOURCE}`,
);

const FIND = statement<Source>('source-find-any', `SELECT ${SOURCE} FROM sources WHERE id = $1`);

/** Creates a source with its ledger account, or renames it; its currency stays. */
export async function createSource(
  database: Database,
  { id = newId(), name, currency }: { id?: string | undefined; name: string; currency: string },
  origin?: Origin,
): Promise<Source> {
  const source = await database.transaction(async (tx) => {
    const [stored] = await database.run(INSERT, [id, name, currency], tx);
    if (!stored) {
      const [same] = await database.run(FIND, [id], tx);
      if (!same) throw new Error('the source was not stored');
      return same;
    }
    await auditWithin(database, origin, [{ type: 'source', id: stored.id, after: { name } }], tx);
    return stored;
  });
  await openAccounts(database, [sourceAccount(source)]);
  return source;
}
