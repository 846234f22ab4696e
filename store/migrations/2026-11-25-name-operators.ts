import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Operators as people with roles. The owner of an existing key becomes one with the roles for what the key could do before. */
const UP = `
  CREATE TABLE operators (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL CHECK (email = lower(email)),
    roles text[] NOT NULL
      CHECK (roles <@ ARRAY['viewer', 'support', 'finance', 'configuration', 'administrator']),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX operators_email ON operators (email);

  ALTER TABLE operator_keys
    ADD COLUMN operator_id text,
    ADD COLUMN roles text[],
    ADD COLUMN expires_at timestamptz;
  INSERT INTO operators (id, name, email, roles)
  SELECT DISTINCT ON (lower(name)) id, name, lower(name), ARRAY['viewer', 'support', 'finance']
  FROM operator_keys ORDER BY lower(name), created_at;
  UPDATE operator_keys k SET operator_id = o.id FROM operators o WHERE o.email = lower(k.name);
`;

const DOWN = `
  ALTER TABLE operator_keys DROP COLUMN operator_id, DROP COLUMN roles, DROP COLUMN expires_at;
  DROP TABLE operators;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
