import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Registries of shops and parties beside the reports of identities: who ordered them, how far they are and until when they are
 * kept. `scope_id` is random, because several databases may share a namespace of workflows. Chargebacks of a shop are read in
 * the order of their creation.
 */
const INDEXES: Readonly<Record<string, string>> = {
  reports_shop_id: 'CREATE INDEX CONCURRENTLY reports_shop_id ON reports (shop_id)',
  reports_party_registries: `CREATE INDEX CONCURRENTLY reports_party_registries ON reports (party_id, id)
    WHERE identity_id IS NULL`,
  reports_ordered_by: `CREATE INDEX CONCURRENTLY reports_ordered_by ON reports (ordered_by, id)
    WHERE ordered_by IS NOT NULL`,
  reports_expires_at: `CREATE INDEX CONCURRENTLY reports_expires_at ON reports (expires_at, id)
    WHERE expires_at IS NOT NULL AND status <> 'pending'`,
  reports_open_scope: `CREATE INDEX CONCURRENTLY reports_open_scope
    ON reports (coalesce(identity_id, scope_id), id) WHERE status = 'pending'`,
  chargebacks_shop_created: `CREATE INDEX CONCURRENTLY chargebacks_shop_created
    ON chargebacks (shop_id, created_at, invoice_id, payment_id, id)`,
};

const UP = [
  `ALTER TABLE reports
     ADD COLUMN shop_id text,
     ADD COLUMN scope_id text,
     ADD COLUMN ordered_by text,
     ADD COLUMN rows_total integer,
     ADD COLUMN rows_done integer NOT NULL DEFAULT 0,
     ADD COLUMN expires_at timestamptz`,
  // The previous version reads a registry, which has no identity, as one without rows.
  `-- squawk-ignore ban-drop-not-null
   ALTER TABLE reports ALTER COLUMN identity_id DROP NOT NULL`,
  'ALTER TABLE reports ADD CONSTRAINT reports_shop FOREIGN KEY (shop_id) REFERENCES shops NOT VALID',
  'ALTER TABLE reports VALIDATE CONSTRAINT reports_shop',
  'ALTER TABLE reports DROP CONSTRAINT reports_type_check',
  `ALTER TABLE reports ADD CONSTRAINT reports_type CHECK (CASE type
     WHEN 'withdrawalRegistry' THEN identity_id IS NOT NULL AND shop_id IS NULL
     WHEN 'payments' THEN identity_id IS NULL AND shop_id IS NOT NULL
     WHEN 'refunds' THEN identity_id IS NULL AND shop_id IS NOT NULL
     WHEN 'withdrawals' THEN identity_id IS NULL AND shop_id IS NULL
     ELSE false END) NOT VALID`,
  'ALTER TABLE reports VALIDATE CONSTRAINT reports_type',
];

/** The previous version knows reports of identities only. */
const DOWN = [
  'DELETE FROM report_files f USING reports r WHERE r.id = f.report_id AND r.identity_id IS NULL',
  'DELETE FROM reports WHERE identity_id IS NULL',
  'ALTER TABLE reports DROP CONSTRAINT reports_type',
  `ALTER TABLE reports ADD CONSTRAINT reports_type_check CHECK (type = 'withdrawalRegistry')`,
  'ALTER TABLE reports ALTER COLUMN identity_id SET NOT NULL',
  `ALTER TABLE reports DROP COLUMN expires_at, DROP COLUMN rows_done, DROP COLUMN rows_total, DROP COLUMN ordered_by,
     DROP COLUMN scope_id, DROP COLUMN shop_id`,
];

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await dropIndexes(context);
  for (const text of [...UP, ...Object.values(INDEXES)]) await context.sequelize.query(text);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await dropIndexes(context);
  for (const text of DOWN) await context.sequelize.query(text);
}

async function dropIndexes(context: QueryInterface): Promise<void> {
  for (const name of Object.keys(INDEXES)) await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
