import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { disclosures, type Finding } from './disclosures';

export type CanaryInput = {
  /** Connection to any database of the server whose databases are all searched; absent: none was started. */
  adminUrl?: string;
  /** Only these of its databases. */
  databases?: readonly string[];
  /** Files and folders: logs, Temporal's database, PostgreSQL's write-ahead log (it still holds what was deleted). */
  paths: readonly string[];
  /** Card numbers that were used. */
  cardNumbers: readonly string[];
};

export type CanaryResult = {
  searched: { databases: number; rows: number; files: number; bytes: number };
  found: Finding[];
};

const rowsAtOnce = 2_000;

/** Searches everything that a run has left behind for the card numbers it used and for anything that looks like a CVV. */
export async function searchForCards(input: CanaryInput): Promise<CanaryResult> {
  const result: CanaryResult = { searched: { databases: 0, rows: 0, files: 0, bytes: 0 }, found: [] };
  const { adminUrl, databases } = input;
  if (adminUrl !== undefined) {
    const names = databases ?? (await databasesAt(adminUrl));
    await searchServer({ adminUrl, names, cardNumbers: input.cardNumbers }, result);
  }
  for (const file of input.paths.flatMap((path) => [...filesBelow(path)])) {
    await searchFile(file, input.cardNumbers, result);
  }
  return result;
}

async function databasesAt(adminUrl: string): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datallowconn');
    return rows.map(({ datname }) => datname);
  });
}

async function searchServer(
  { adminUrl, names, cardNumbers }: { adminUrl: string; names: readonly string[]; cardNumbers: readonly string[] },
  result: CanaryResult,
): Promise<void> {
  for (const name of names) {
    const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
    await withClient(url, (client) => searchDatabase(client, name, cardNumbers, result));
    result.searched.databases += 1;
  }
}

async function searchDatabase(client: Client, name: string, cardNumbers: readonly string[], result: CanaryResult) {
  const { rows: tables } = await client.query<{ table: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS table FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { table } of tables) {
    await client.query('BEGIN');
    await client.query(`DECLARE everything NO SCROLL CURSOR FOR SELECT row::text AS text FROM ${table} AS row`);
    for (;;) {
      const { rows } = await client.query<{ text: string }>(`FETCH ${rowsAtOnce} FROM everything`);
      if (rows.length === 0) break;
      const text = rows.map((row) => row.text).join('\n');
      result.searched.rows += rows.length;
      result.found.push(...disclosures({ text, cardNumbers, where: `database ${name}, table ${table}` }));
    }
    await client.query('COMMIT');
  }
}

const overlapCharacters = 256;

async function searchFile(file: string, cardNumbers: readonly string[], result: CanaryResult): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 4 * 1024 * 1024 })) {
    const text = rest + (chunk as string);
    result.searched.bytes += (chunk as string).length;
    result.found.push(...disclosures({ text, cardNumbers, where: file }));
    rest = text.slice(-overlapCharacters);
  }
  result.searched.files += 1;
}

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path)) yield* filesBelow(join(path, name));
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
