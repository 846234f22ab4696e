import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Which shops give the body of a chargeback back, and how much each: of a distributed payment there may be several. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE chargebacks ADD COLUMN parts jsonb;
    UPDATE chargebacks SET parts = jsonb_build_array(jsonb_build_object('shopID', shop_id, 'amount', body));
    ALTER TABLE chargebacks ALTER COLUMN parts SET NOT NULL, ADD CHECK (jsonb_array_length(parts) > 0);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE chargebacks DROP COLUMN parts;');
}
