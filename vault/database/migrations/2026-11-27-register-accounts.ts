import type { ClientBase } from 'pg';

/**
 * Accounts that cards may be sent to, with digests of their credentials; when a card is due, and when one is deleted whose deletion was
 * requested before.
 */
export async function up(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE accounts (
      id text PRIMARY KEY,
      registration jsonb NOT NULL,
      previous jsonb,
      previous_until timestamptz
    );
    ALTER TABLE cards ADD COLUMN due_at timestamptz, ADD COLUMN delete_at timestamptz;
    CREATE INDEX cards_by_delete_at ON cards (delete_at) WHERE delete_at IS NOT NULL;
  `);
}

export async function down(client: ClientBase): Promise<void> {
  await client.query(`
    DROP INDEX cards_by_delete_at;
    ALTER TABLE cards DROP COLUMN delete_at, DROP COLUMN due_at;
    DROP TABLE accounts;
  `);
}
