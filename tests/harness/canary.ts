import { readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { withClient } from '../../scripts/services/postgres-client';
import { disclosures, type Disclosure } from './disclosures';

export type CanaryInput = {
  /** A connection to the server whose databases are searched, if one was started. */
  adminUrl?: string;
  /** Default: all databases. */
  databases?: readonly string[];
  /** Files and folders: logs, Temporal's database, PostgreSQL's write-ahead log (it still holds what was deleted). */
  paths: readonly string[];
  /** Card numbers used by the run. */
  cardNumbers: readonly string[];
};

export type CanaryResult = {
  searched: { databases: number; rows: number; files: number; bytes: number };
  found: Disclosure[];
};

/** Searches all data of a run for its card numbers and for CVVs. */
export async function searchForCards(input: CanaryInput): Promise<CanaryResult> {
  const search = new Search(input.cardNumbers);
  const { adminUrl, databases, paths } = input;
  const names = adminUrl === undefined ? [] : (databases ?? (await databasesAt(adminUrl)));
  await all([search.files(paths), ...(adminUrl === undefined ? [] : [search.server(adminUrl, names)])]);
  return search.result;
}

/** Rejects only after all have ended, so that the server can be stopped. */
async function all(parts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
}

const rowsAtOnce = 2_000;
/** PostgreSQL uses a process for each database. */
const databasesAtOnce = 4;
const bytesAtOnce = 4 * 1024 * 1024;
const overlapBytes = 256;

class Search {
  readonly result: CanaryResult = { searched: { databases: 0, rows: 0, files: 0, bytes: 0 }, found: [] };

  constructor(private readonly cardNumbers: readonly string[]) {}

  async server(adminUrl: string, names: readonly string[]): Promise<void> {
    const left = names.values();
    const work = async (): Promise<void> => {
      for (const name of left) {
        const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
        await withClient(url, (client) => this.database(client, `database ${name}`));
        this.result.searched.databases += 1;
      }
    };
    await all(Array.from({ length: databasesAtOnce }, work));
  }

  /** Reads all tables by one cursor, because most have few rows. */
  private async database(client: Client, where: string): Promise<void> {
    const tables = await tablesWithRows(client);
    if (tables.length === 0) return;
    const getRows = (table: string, index: number): string => `SELECT ${index}, row::text FROM ${table} AS row`;
    const everything = tables.map(getRows).join(' UNION ALL ');
    await client.query(`BEGIN; DECLARE everything NO SCROLL CURSOR FOR ${everything}`);
    for (;;) {
      const text = `FETCH ${rowsAtOnce} FROM everything`;
      const { rows } = await client.query<[number, string]>({ text, rowMode: 'array' });
      if (rows.length === 0) break;
      this.rows(rows, (index) => `${where}, table ${tables[index]}`);
    }
    await client.query('COMMIT');
  }

  private rows(rows: readonly [number, string][], placeOf: (index: number) => string): void {
    this.result.searched.rows += rows.length;
    const formatText = (some: readonly [number, string][]): string => some.map(([, text]) => text).join('\n');
    if (this.find(formatText(rows), '').length === 0) return;
    for (const table of new Set(rows.map(([index]) => index))) {
      this.result.found.push(...this.find(formatText(rows.filter(([index]) => index === table)), placeOf(table)));
    }
  }

  /** Repeats until it finds no new file, because a running server renames and deletes files. */
  async files(paths: readonly string[]): Promise<void> {
    const seen = new Set<string>();
    for (;;) {
      const files = paths.flatMap((path) => [...filesBelow(path)]).filter((file) => !seen.has(file));
      if (files.length === 0) return;
      for (const file of files) {
        seen.add(file);
        await this.file(file);
      }
    }
  }

  private async file(path: string): Promise<void> {
    const buffer = Buffer.allocUnsafe(overlapBytes + bytesAtOnce);
    const file = await unlessGone(() => open(path));
    if (!file) return;
    try {
      for (let kept = 0; ;) {
        const { bytesRead } = await file.read(buffer, kept, bytesAtOnce);
        if (bytesRead === 0) break;
        this.result.searched.bytes += bytesRead;
        const bytes = buffer.subarray(0, kept + bytesRead);
        this.result.found.push(...this.find(bytes.toString('latin1'), path));
        kept = Math.min(overlapBytes, bytes.length);
        buffer.copyWithin(0, bytes.length - kept, bytes.length);
      }
    } finally {
      await file.close();
    }
    this.result.searched.files += 1;
  }

  private find(text: string, where: string): Disclosure[] {
    return disclosures({ text, cardNumbers: this.cardNumbers, where });
  }
}

async function databasesAt(adminUrl: string): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datallowconn');
    return rows.map(({ datname }) => datname);
  });
}

/** Tables with pages; partitioned tables have their rows in partitions. */
async function tablesWithRows(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT format('%I.%I', nspname, relname) AS table
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'm') AND nspname NOT IN ('pg_catalog', 'information_schema')
     AND pg_relation_size(pg_class.oid) > 0`,
  );
  return rows.map(({ table }) => table);
}

export function* filesBelow(path: string): Generator<string> {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return;
  if (!about.isDirectory()) return void (yield path);
  for (const name of readdirSync(path)) yield* filesBelow(join(path, name));
}

async function unlessGone<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
