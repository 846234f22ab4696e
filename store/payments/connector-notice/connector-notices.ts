import { present } from '../../../domain/platform/fields/present';
import type { ConnectorNotice, NoticeBook } from '../../../domain/payments/connector-notice/connector-notice';
import { lookup, statement, type Database } from '../../postgres/database';

interface NoticeRow extends Omit<ConnectorNotice, 'originalReference' | 'amount' | 'currency'> {
  originalReference: string | null;
  amount: bigint | null;
  currency: string | null;
}

const RECORD = statement(
  'connector-notices-record',
  `INSERT INTO connector_notices (connector, id, reference, original_reference, event, is_success, connector_reference,
     amount, currency, details, stated_at)
   SELECT $1, n.id, n.reference, n."originalReference", n.event, n."isSuccess", n."connectorReference", n.amount, n.currency,
     n.details, n."statedAt"
   FROM jsonb_to_recordset($2::jsonb) AS n (id text, reference text, "originalReference" text, event text,
     "isSuccess" boolean, "connectorReference" text, amount bigint, currency text, details jsonb, "statedAt" timestamptz)
   ON CONFLICT (connector, id) DO NOTHING`,
);

const COLUMNS = `id, reference, original_reference AS "originalReference", event, is_success AS "isSuccess",
  connector_reference AS "connectorReference", amount, currency, details, stated_at AS "statedAt"`;

const FIND = lookup<NoticeRow>(
  'connector-notices-find',
  `SELECT ${COLUMNS} FROM connector_notices WHERE connector = $1 AND (reference = $2 OR original_reference = $3)
   ORDER BY stated_at, id`,
);

/** Keeps statements of a connector; repeated ones have no effect. */
export async function recordNotices(
  database: Database,
  connector: string,
  notices: readonly ConnectorNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({ ...notice, amount: notice.amount?.toString() }));
  await database.run(RECORD, [connector, JSON.stringify(rows)]);
}

/** The statements of a connector in the database. */
export function noticeBook(database: Database, connector: string): NoticeBook {
  return {
    record: (notices) => recordNotices(database, connector, notices),
    find: async ({ reference, originalReference }) => {
      const rows = await database.run(FIND, [connector, reference, originalReference ?? null]);
      return rows.map((row): ConnectorNotice => present(row));
    },
  };
}
