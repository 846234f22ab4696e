import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Who subscribed to the creation of refunds hears of it once: `RefundPending` goes to whoever named it. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    UPDATE webhooks SET delivered_types = array_remove(delivered_types, 'RefundPending')
    WHERE 'RefundPending' = ANY (delivered_types) AND NOT 'RefundPending' = ANY (event_types);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    UPDATE webhooks SET delivered_types = array_append(delivered_types, 'RefundPending')
    WHERE 'PaymentRefundCreated' = ANY (event_types) AND NOT 'RefundPending' = ANY (delivered_types);
  `);
}
