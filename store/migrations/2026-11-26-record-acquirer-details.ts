import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What an acquirer says of an authorisation: the card scheme's id of it, and its own fee. */
const UP = `
  ALTER TABLE payments ADD COLUMN scheme_transaction_id text, ADD COLUMN connector_fee bigint;
  ALTER TABLE customer_bindings ADD COLUMN scheme_transaction_id text;
`;

const DOWN = `
  ALTER TABLE customer_bindings DROP COLUMN scheme_transaction_id;
  ALTER TABLE payments DROP COLUMN scheme_transaction_id, DROP COLUMN connector_fee;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
