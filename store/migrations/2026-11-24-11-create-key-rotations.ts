import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Which key all that is encrypted at rest is under, since when (decision 57), and the platform's own secrets that must outlive
 * the key that they once followed from.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE key_rotations (
      key_id text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      reencrypted_count bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE platform_secrets (
      name text PRIMARY KEY,
      content_sealed text NOT NULL
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE platform_secrets; DROP TABLE key_rotations;');
}
