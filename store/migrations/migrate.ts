import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SequelizeStorage, Umzug } from 'umzug';
import { Sequelize, type QueryInterface } from 'sequelize';

interface Migration {
  up: (params: { name: string; context: QueryInterface }) => Promise<void>;
  down: (params: { name: string; context: QueryInterface }) => Promise<void>;
}

const FILE = /^\d{4}-\d{2}-\d{2}-.*\.(js|ts)$/;

/** The migrations of this folder, in the order of their names (timestamp, verb, noun). */
export function migrator(sequelize: Sequelize): Umzug<QueryInterface> {
  const files = readdirSync(__dirname)
    .filter((file) => FILE.test(file) && !file.endsWith('.d.ts'))
    .sort();
  return new Umzug<QueryInterface>({
    context: sequelize.getQueryInterface(),
    storage: new SequelizeStorage({ sequelize, tableName: 'migrations' }),
    logger: undefined,
    migrations: files.map((file) => {
      const name = file.replace(/\.(js|ts)$/, '');
      const load = async (): Promise<Migration> => (await import(join(__dirname, file))) as Migration;
      return {
        name,
        up: async ({ context }) => (await load()).up({ name, context }),
        down: async ({ context }) => (await load()).down({ name, context }),
      };
    }),
  });
}

/** Brings a database to the newest schema. Two processes that start at once take turns by an advisory lock. */
export async function migrate(databaseUrl: string): Promise<void> {
  const sequelize = new Sequelize(databaseUrl, { dialect: 'postgres', logging: false, pool: { max: 2 } });
  try {
    await sequelize.transaction(async (transaction) => {
      await sequelize.query('SELECT pg_advisory_xact_lock(727265)', { transaction });
      await migrator(sequelize).up();
    });
  } finally {
    await sequelize.close();
  }
}
