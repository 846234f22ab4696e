import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Which trace a message belongs to, where its change was traced: the exchange with the endpoint goes on with it. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE webhook_events ADD COLUMN traceparent text');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE webhook_events DROP COLUMN traceparent');
}
