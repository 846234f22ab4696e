import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** What the payments that a shop began on a day come to, but for those that failed or were cancelled: terms set a ceiling. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE shop_velocities (
      shop_id text NOT NULL REFERENCES shops (id),
      currency text NOT NULL,
      day date NOT NULL,
      amount numeric(38, 0) NOT NULL CHECK (amount >= 0),
      PRIMARY KEY (shop_id, currency, day)
    );
    INSERT INTO shop_velocities (shop_id, currency, day, amount)
    SELECT shop_id, currency, (created_at AT TIME ZONE 'UTC')::date, sum(authorised_amount) FROM payments
    WHERE status NOT IN ('failed', 'cancelled') GROUP BY 1, 2, 3;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE shop_velocities');
}
