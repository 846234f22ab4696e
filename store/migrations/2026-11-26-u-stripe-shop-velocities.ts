import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Parts of the daily sums of `shop_velocities`, so that concurrent payments of a shop without a limit of its own wait for none. Its rows are
 * updated by every payment, so pages keep space for the next version.
 */
const TABLE = `
  CREATE TABLE shop_velocity_stripes (
    shop_id text NOT NULL,
    currency text NOT NULL,
    day date NOT NULL,
    stripe integer NOT NULL,
    amount numeric(38) NOT NULL,
    PRIMARY KEY (shop_id, currency, day, stripe)
  ) WITH (fillfactor = 50);
`;

const MERGE = `
  INSERT INTO shop_velocities AS t (shop_id, currency, day, amount)
  SELECT shop_id, currency, day, greatest(0, sum(amount)) FROM shop_velocity_stripes GROUP BY 1, 2, 3
  ON CONFLICT (shop_id, currency, day) DO UPDATE SET amount = greatest(0, t.amount + (
    SELECT sum(s.amount) FROM shop_velocity_stripes s WHERE (s.shop_id, s.currency, s.day) = (t.shop_id, t.currency, t.day)
  ));
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(TABLE);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(MERGE);
  await context.sequelize.query('DROP TABLE shop_velocity_stripes');
}
