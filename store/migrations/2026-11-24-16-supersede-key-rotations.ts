import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** When a rotation was last asked for, from which on everything is looked at, and since when another key is in its place. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE key_rotations ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN superseded_at timestamptz;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE key_rotations DROP COLUMN superseded_at, DROP COLUMN asked_at;
  `);
}
