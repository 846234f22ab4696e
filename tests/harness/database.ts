import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { withClient } from '../../scripts/services/postgres-client';
import { isMemoryFree } from './run/memory-tablespace';
import { service } from './services';

const template = 'holdfast_template';
const templateLock = 727_266;

/** A new database with the newest schema; it exists until the run ends. */
export async function freshDatabase(): Promise<string> {
  return withAdmin(async (admin, urlOf) => {
    await admin.query('SELECT pg_advisory_lock($1)', [templateLock]);
    await makeTemplate(admin, urlOf(template));
    await admin.query('SELECT pg_advisory_unlock($1)', [templateLock]);
    return create(admin, urlOf, `TEMPLATE ${template}`);
  });
}

/** A copy of a database to which nothing is connected. */
export async function copyDatabase(url: string): Promise<string> {
  return withAdmin((admin, urlOf) => create(admin, urlOf, `TEMPLATE ${new URL(url).pathname.slice(1)}`));
}

/** A new database without tables. */
export async function emptyDatabase(): Promise<string> {
  return withAdmin((admin, urlOf) => create(admin, urlOf, ''));
}

/** Migrates a template once a run, because copying takes a twentieth of the time. Complete once it is marked as a template. */
async function makeTemplate(admin: Client, url: string): Promise<void> {
  const { rows } = await admin.query<{ datistemplate: boolean }>(
    'SELECT datistemplate FROM pg_database WHERE datname = $1',
    [template],
  );
  if (rows[0]?.datistemplate) return;
  await admin.query(`DROP DATABASE IF EXISTS ${template}`);
  await admin.query(`CREATE DATABASE ${template}`);
  // Once a run: each suite would spend a tenth of a second on loading it.
  const { migrate } = await import('../../store/migrations/migrate.js');
  await migrate(url);
  await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
}

async function create(admin: Client, urlOf: (name: string) => string, clause: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { memoryFolder } = await service('postgres');
  const place = memoryFolder !== undefined && isMemoryFree() ? 'TABLESPACE memory' : '';
  await admin.query(`CREATE DATABASE ${name} ${clause} ${place}`);
  return urlOf(name);
}

async function withAdmin<Result>(
  work: (admin: Client, urlOf: (name: string) => string) => Promise<Result>,
): Promise<Result> {
  const { adminUrl } = await service('postgres');
  const urlOf = (name: string): string => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  return withClient(adminUrl, (admin) => work(admin, urlOf));
}
