import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** A dispute costs the shop what its terms say, by default nothing. */
const UP = `
  ALTER TABLE chargebacks DROP CONSTRAINT chargebacks_levy_check;
  ALTER TABLE chargebacks ADD CONSTRAINT chargebacks_levy_not_negative CHECK (levy >= 0) NOT VALID;
`;

const DOWN = `
  ALTER TABLE chargebacks DROP CONSTRAINT chargebacks_levy_not_negative;
  ALTER TABLE chargebacks ADD CONSTRAINT chargebacks_levy_check CHECK (levy > 0) NOT VALID;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
