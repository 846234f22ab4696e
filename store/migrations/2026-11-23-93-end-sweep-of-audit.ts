import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** A workflow forgets now what is past its retention, not a sweep. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`DELETE FROM sweeps WHERE kind = 'audit-retention'`);
}

/** The version before makes the sweep anew when it starts. */
export async function down(): Promise<void> {}
