import type { Client } from 'pg';

/** All rows of a database as text, a line a table or sequence: the same for the same rows. Without the table of applied migrations. */
export async function dumpRows(database: Client): Promise<string> {
  const lines: string[] = [];
  for (const table of await listTables(database)) {
    const { rows } = await database.query<{ rows: string }>(
      `SELECT jsonb_agg(row ORDER BY row::text)::text AS rows FROM (SELECT to_jsonb(t) AS row FROM ${table} t) all_rows HAVING count(*) > 0`,
    );
    lines.push(...rows.map((found) => `table ${table} ${found.rows}\n`));
  }
  const { rows } = await database.query<{ name: string; value: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value AS value FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1`,
  );
  return [...lines, ...rows.map(({ name, value }) => `sequence ${name} ${value}\n`)].join('');
}

/** Puts the rows of a dump into a database with the schema of its time. */
export async function loadRows(database: Client, dump: string): Promise<void> {
  await database.query('BEGIN; SET LOCAL session_replication_role = replica');
  // Migrations have put rows of their own.
  for (const table of await listTables(database)) await database.query(`DELETE FROM ${table}`);
  for (const line of dump.split('\n').slice(0, -1)) {
    const [kind, name, ...rest] = line.split(' ');
    const value = rest.join(' ');
    if (kind === 'sequence') await database.query('SELECT setval($1::regclass, $2)', [name, value]);
    else {
      const columns = await listColumns(database, name!);
      await database.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`,
        [value],
      );
    }
  }
  await database.query('COMMIT');
}

async function listTables(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migrations' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Those that are written: without generated ones. */
async function listColumns(database: Client, table: string): Promise<string> {
  const { rows } = await database.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
}
