import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { SequelizeStorage, Umzug } from 'umzug';
import { QueryTypes, Sequelize, type QueryInterface, type Transaction } from 'sequelize';

interface Migration {
  up: (params: { name: string; context: QueryInterface }) => Promise<void>;
  down: (params: { name: string; context: QueryInterface }) => Promise<void>;
}

const FILE = /^\d{4}-\d{2}-\d{2}-.*\.(js|ts)$/;

function migrationFiles(): string[] {
  return readdirSync(__dirname)
    .filter((file) => FILE.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** The names of the migrations that this version of the code knows, in their order. */
export function knownMigrations(): string[] {
  return migrationFiles().map(formatName);
}

function formatName(file: string): string {
  return file.replace(/\.(js|ts)$/, '');
}

/** The migrations of this folder, in the order of their names (timestamp, verb, noun). */
export function migrator(sequelize: Sequelize): Umzug<QueryInterface> {
  return new Umzug<QueryInterface>({
    context: sequelize.getQueryInterface(),
    storage: new SequelizeStorage({ sequelize, tableName: 'migrations' }),
    logger: undefined,
    migrations: migrationFiles().map((file) => {
      const name = formatName(file);
      const load = async (): Promise<Migration> => (await import(join(__dirname, file))) as Migration;
      return {
        name,
        up: async ({ context }) => (await load()).up({ name, context }),
        down: async ({ context }) => (await load()).down({ name, context }),
      };
    }),
  });
}

/** A change of a table waits for who uses it, and whoever comes after waits for the change: so it does not wait for long. */
const LOCK_TIMEOUT_MS = 2_000;
/** Then it lets them pass, and tries again: for some minutes, lest a transaction that was forgotten stops an upgrade in silence. */
const LOCK_ATTEMPTS = 60;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Brings a database to the newest schema. Two processes that start at once take turns by an advisory lock. */
export async function migrate(databaseUrl: string): Promise<void> {
  const sequelize = new Sequelize(databaseUrl, { dialect: 'postgres', logging: false, pool: { max: 2 } });
  sequelize.addHook('afterConnect', async (connection) => {
    await (connection as Client).query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  });
  try {
    await sequelize.transaction(async (transaction) => {
      await takeTurn(sequelize, transaction);
      await runUp(sequelize);
    });
  } finally {
    await sequelize.close();
  }
}

/**
 * Asks for the lock again and again: a statement that waits for it is one that `CREATE INDEX CONCURRENTLY` waits for, in the
 * process that has the lock.
 */
async function takeTurn(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  for (;;) {
    const [row] = await sequelize.query<{ isOurs: boolean }>('SELECT pg_try_advisory_xact_lock(727265) AS "isOurs"', {
      transaction,
      type: QueryTypes.SELECT,
    });
    if (row?.isOurs) return;
    await sleep(100);
  }
}

async function runUp(sequelize: Sequelize): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await migrator(sequelize).up();
      return;
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const { cause } = error as { cause?: { original?: { code?: string } } };
  return cause?.original?.code === LOCK_NOT_AVAILABLE;
}
