import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** What a withdrawal waits for its owner to do, and how many events it has: it had one, and another when it ended. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE withdrawals ADD COLUMN interaction jsonb, ADD COLUMN event_count integer NOT NULL DEFAULT 1;
    UPDATE withdrawals SET event_count = 2 WHERE status <> 'Pending';
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE withdrawals DROP COLUMN event_count, DROP COLUMN interaction;');
}
