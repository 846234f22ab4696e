import { requireRow } from '../../postgres/require-row';
import type { FileForm } from '../../../domain/merchants/reference-data/file-form';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { ChangedEntity } from './configuration.entities';

const KEEP = statement(
  'configuration-version-keep',
  `INSERT INTO configuration_versions (type, id, version, form)
   SELECT type, id, version, form FROM jsonb_to_recordset($1::jsonb) AS kept (type text, id text, version integer, form jsonb)
   ON CONFLICT (type, id, version) DO NOTHING`,
);

const FIND = statement<{ form: FileForm }>(
  'configuration-version-find',
  'SELECT form FROM configuration_versions WHERE type = $1 AND id = $2 AND version = $3',
);

interface WrittenVersions {
  changed: readonly ChangedEntity[];
  before: ReadonlyMap<string, number>;
  after: ReadonlyMap<string, number>;
}

/** Keeps the changed entities as they were and as they are, so that a change can be rolled back. */
export async function keepVersions(
  database: Database,
  { changed, before, after }: WrittenVersions,
  tx: Transaction,
): Promise<void> {
  const kept = changed.flatMap(({ entity, known }) => {
    const { subject: type, id } = entity;
    const at = (versions: ReadonlyMap<string, number>, form: FileForm) => ({
      ...{ type, id, version: versions.get(`${type}/${id}`) ?? 0, form },
    });
    return [...(known ? [at(before, known.form)] : []), at(after, entity.form)];
  });
  if (kept.length > 0) await database.run(KEEP, [JSON.stringify(kept)], tx);
}

/** @throws Refusal notFound for a version that is not kept */
export async function getKeptVersion(
  database: Database,
  { type, id, version }: { type: string; id: string; version: number },
): Promise<FileForm> {
  return requireRow(await database.run(FIND, [type, id, version]), `version ${version} of ${type}`).form;
}
