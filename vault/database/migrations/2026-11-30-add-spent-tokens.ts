import type { ClientBase } from 'pg';

/** Digests of wallets' tokens that were opened, until they expire. */
export async function up(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE spent_tokens (id bytea PRIMARY KEY, valid_until timestamptz NOT NULL);
    CREATE INDEX spent_tokens_by_valid_until ON spent_tokens (valid_until);
  `);
}

export async function down(client: ClientBase): Promise<void> {
  await client.query('DROP TABLE spent_tokens');
}
