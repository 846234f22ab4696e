import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { SequelizeStorage, Umzug } from 'umzug';
import { QueryTypes, Sequelize, type QueryInterface, type Transaction } from 'sequelize';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks';

interface Migration {
  up: (params: { name: string; context: QueryInterface }) => Promise<void>;
  down: (params: { name: string; context: QueryInterface }) => Promise<void>;
}

/** The table of applied migrations. */
const TABLE = 'migrations';
const FILE = /^\d{4}-\d{2}-\d{2}-.*\.(js|ts)$/;

/** The migrations of a folder: their names by their files. */
function listMigrations(folder: string): { name: string; file: string }[] {
  return readdirSync(folder)
    .filter((file) => FILE.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ name: file.replace(/\.(js|ts)$/, ''), file: join(folder, file) }));
}

/** The schema of 0.1.0: databases of unreleased versions do not have it and cannot be upgraded. */
const BASELINE = '2026-11-27-00-create-baseline-schema';

/** Raised for a database that an unreleased version has migrated. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';

  constructor(newest: string) {
    super(
      `the database was created by a version before 0.1.0 (its newest migration is ${newest}) and cannot be upgraded: ` +
        'export what you need from it, then set DATABASE_URL to a new, empty database',
    );
  }
}

/** The names of the migrations that this version of the code knows, in their order. */
export function knownMigrations(): string[] {
  return listMigrations(__dirname).map(({ name }) => name);
}

/** The migrations of folders, in the order of their names (timestamp, verb, noun). */
export function migrator(sequelize: Sequelize, folders: readonly string[] = [__dirname]): Umzug<QueryInterface> {
  return new Umzug<QueryInterface>({
    context: sequelize.getQueryInterface(),
    storage: new SequelizeStorage({ sequelize, tableName: TABLE }),
    logger: undefined,
    migrations: folders.flatMap(listMigrations).map(({ name, file }) => {
      const load = async (): Promise<Migration> => (await import(file)) as Migration;
      return {
        name,
        up: async ({ context }) => (await load()).up({ name, context }),
        down: async ({ context }) => (await load()).down({ name, context }),
      };
    }),
  });
}

/** Later queries wait behind a migration that waits for a table, so it does not wait for long. */
const LOCK_TIMEOUT_MS = 2_000;
/** After a pause it tries again, for some minutes: then an idle transaction stops the upgrade with an error. */
const LOCK_ATTEMPTS = 60;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings a database to the newest schema. Two processes that start at once take turns by an advisory lock.
 * @throws DatabaseTooOld
 */
export async function migrate(databaseUrl: string, folders: readonly string[] = [__dirname]): Promise<void> {
  const sequelize = new Sequelize(databaseUrl, { dialect: 'postgres', logging: false, pool: { max: 2 } });
  sequelize.addHook('afterConnect', async (connection) => {
    await (connection as Client).query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  });
  try {
    await sequelize.transaction(async (transaction) => {
      await takeTurn(sequelize, transaction);
      await assertNotOlderThanBaseline(sequelize);
      await runUp(sequelize, folders);
    });
  } finally {
    await sequelize.close();
  }
}

/** Polls for the lock, because `CREATE INDEX CONCURRENTLY` in the process that has it would wait for a blocked statement. */
async function takeTurn(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  for (;;) {
    const [row] = await sequelize.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migrations}) AS "isOurs"`,
      {
        transaction,
        type: QueryTypes.SELECT,
      },
    );
    if (row?.isOurs) return;
    await sleep(100);
  }
}

async function assertNotOlderThanBaseline(sequelize: Sequelize): Promise<void> {
  const applied = await new SequelizeStorage({ sequelize, tableName: TABLE }).executed();
  const newest = [...applied].sort().at(-1);
  if (newest !== undefined && !applied.includes(BASELINE)) throw new DatabaseTooOld(newest);
}

async function runUp(sequelize: Sequelize, folders: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await migrator(sequelize, folders).up();
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
