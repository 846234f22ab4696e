import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Erasures of people, and the rows that each erases. The selector is encrypted, and deleted at the end. Customers record their erasure. */
const UP = `
  ALTER TABLE customers ADD COLUMN erased_at timestamptz;

  CREATE TABLE erasures (
    id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('searching', 'found', 'confirmed', 'erasing', 'erased', 'cancelled')),
    reason text NOT NULL,
    requested_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_by text,
    finished_at timestamptz,
    encrypted_person text,
    search_kind integer NOT NULL DEFAULT 0,
    search_after text[],
    CHECK ((state IN ('erased', 'cancelled')) = (encrypted_person IS NULL))
  );
  CREATE INDEX erasures_open ON erasures (created_at) WHERE state IN ('searching', 'confirmed', 'erasing');

  CREATE TABLE erasure_rows (
    erasure_id text NOT NULL REFERENCES erasures,
    kind text NOT NULL,
    key text[] NOT NULL,
    erased_at timestamptz,
    retry_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (erasure_id, kind, key)
  );
  CREATE INDEX erasure_rows_open ON erasure_rows (erasure_id, retry_at) WHERE erased_at IS NULL;
`;

const DOWN = `
  DROP TABLE erasure_rows;
  DROP TABLE erasures;
  ALTER TABLE customers DROP COLUMN erased_at;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
