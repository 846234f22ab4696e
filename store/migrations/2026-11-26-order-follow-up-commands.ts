import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Orders the commands of a party: those of started workflows come before starts. */
const COLUMNS = { up: `lane, party_id, (command ->> 'kind' = 'start'), id`, down: 'lane, party_id, id' };

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await replaceIndex(context, { name: 'outbox_order', columns: COLUMNS.up, replaced: 'outbox_turns' });
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await replaceIndex(context, { name: 'outbox_turns', columns: COLUMNS.down, replaced: 'outbox_order' });
}

async function replaceIndex(
  { sequelize }: QueryInterface,
  { name, columns, replaced }: { name: string; columns: string; replaced: string },
): Promise<void> {
  await sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await sequelize.query(`CREATE INDEX CONCURRENTLY ${name} ON outbox (${columns})`);
  await sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${replaced}`);
}
