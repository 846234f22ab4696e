import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** The external ids of bindings whose customer was deleted name nothing that can be read: they may be used again. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    UPDATE customer_bindings b SET external_id = NULL
    FROM customers c WHERE c.id = b.customer_id AND c.deleted_at IS NOT NULL AND b.external_id IS NOT NULL;
  `);
}

/** What was freed may be taken by now. */
export async function down(): Promise<void> {}
