import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Templates of invoices. A deleted one stays for the invoices that were made of it, and frees its external id. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE invoice_templates (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      created_at timestamptz NOT NULL,
      name text,
      description text,
      lifetime jsonb NOT NULL,
      details jsonb NOT NULL,
      metadata jsonb,
      randomize_amount jsonb,
      deleted_at timestamptz
    );
    CREATE UNIQUE INDEX invoice_templates_external_id ON invoice_templates (party_id, external_id)
      WHERE external_id IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX invoice_templates_party_id ON invoice_templates (party_id);
    CREATE INDEX invoice_templates_shop_id ON invoice_templates (shop_id);

    ALTER TABLE invoices ADD CONSTRAINT invoices_template FOREIGN KEY (template_id) REFERENCES invoice_templates (id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(
    'ALTER TABLE invoices DROP CONSTRAINT invoices_template; DROP TABLE invoice_templates;',
  );
}
