import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { Umzug } from 'umzug';

interface Migration {
  up: (client: ClientBase) => Promise<void>;
  down: (client: ClientBase) => Promise<void>;
}

const FOLDER = join(__dirname, 'migrations');
const FILE = /^\d{4}-\d{2}-\d{2}-.*\.(js|ts)$/;
/** Differs from the platform's, which may be on the same server. */
const MIGRATION_LOCK = 727_301;

function migratorOf(client: ClientBase): Umzug<ClientBase> {
  return new Umzug<ClientBase>({
    context: client,
    logger: undefined,
    storage: {
      logMigration: async ({ name }) => void (await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])),
      unlogMigration: async ({ name }) => void (await client.query('DELETE FROM migrations WHERE name = $1', [name])),
      executed: async () => {
        const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
        return rows.map(({ name }) => name);
      },
    },
    migrations: readdirSync(FOLDER)
      .filter((file) => FILE.test(file) && !file.endsWith('.d.ts'))
      .sort()
      .map((file) => {
        const load = async (): Promise<Migration> => (await import(join(FOLDER, file))) as Migration;
        return {
          name: file.replace(/\.(js|ts)$/, ''),
          up: async ({ context }) => (await load()).up(context),
          down: async ({ context }) => (await load()).down(context),
        };
      }),
  });
}

/** Brings the vault's database to its newest schema; vaults that start at once take turns. */
export async function migrateVault(databaseUrl: string): Promise<void> {
  await onMigrator(databaseUrl, async (migrator) => void (await migrator.up()));
}

/** Reverts all migrations: for tests. */
export async function revertVault(databaseUrl: string): Promise<void> {
  await onMigrator(databaseUrl, async (migrator) => void (await migrator.down({ to: 0 })));
}

async function onMigrator(databaseUrl: string, work: (migrator: Umzug<ClientBase>) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)');
    await work(migratorOf(client));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
