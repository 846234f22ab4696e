import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What a provider took where it was another amount than was asked, what else it said of a payment, and what the source of a
 * deposit paid for it. A withdrawal's fee needs no column: it is what is taken less what is given.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE payments
      ADD COLUMN changed_amount bigint CHECK (changed_amount > 0),
      ADD COLUMN extra_payment_info jsonb;
    ALTER TABLE deposits ADD COLUMN fee bigint CHECK (fee > 0);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE deposits DROP COLUMN fee;
    ALTER TABLE payments DROP COLUMN extra_payment_info, DROP COLUMN changed_amount;
  `);
}
