import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { Check, CheckerViolation } from './evidence';

/** No table, log, history or message contains a secret. */

const CHUNK_BYTES = 4 * 1024 * 1024;
const OVERLAP = 512;
const CVV = /\b(?:cvv2?|cvc2?|cvn|securityCode)\\?["']?\s*[:=]\s*\\?["']?\d{3,4}\b/i;
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/;

export const secrets: Check = async ({ record, sandbox, places, secrets: used }) => {
  const needles = [...new Set(used.flatMap(getForms))];
  const found = new Set<string>();
  for (const client of [record, sandbox]) await searchDatabase(client, needles, found);
  const files = new Map(places.map((place) => [place, [...filesBelow(place)]]));
  for (const file of [...files.values()].flat()) await searchFile(file, needles, found);
  const rule = 'no card, CVV or secret anywhere';
  // A place without files is a wrong path.
  const empty = places.filter((place) => files.get(place)?.length === 0);
  return [
    ...[...found].map((where): CheckerViolation => ({ rule, where, found: 'one is there' })),
    ...empty.map((where): CheckerViolation => ({ rule, where, found: 'there is nothing to search' })),
  ];
};

/** Plain, as hexadecimal of PostgreSQL, and as base64 of Temporal, which depends on the offset. */
function getForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const certain = whole.subarray(0, whole.length - (whole.length % 3)).toString('base64');
    return certain.slice(offset === 0 ? 0 : 4);
  });
  return [secret, bytes.toString('hex'), ...encoded];
}

function says(text: string, needles: readonly string[]): boolean {
  return needles.some((needle) => text.includes(needle)) || CVV.test(text) || PRIVATE_KEY.test(text);
}

async function searchDatabase(client: ClientBase, needles: readonly string[], found: Set<string>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  await client.query('BEGIN');
  for (const { name } of tables) {
    await client.query(`DECLARE everything NO SCROLL CURSOR FOR SELECT row::text AS text FROM ${name} AS row`);
    for (;;) {
      const { rows } = await client.query<{ text: string }>('FETCH 2000 FROM everything');
      if (rows.length === 0) break;
      if (rows.some(({ text }) => says(text, needles))) found.add(`table ${name}`);
    }
    await client.query('CLOSE everything');
  }
  await client.query('COMMIT');
}

async function searchFile(file: string, needles: readonly string[], found: Set<string>): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: CHUNK_BYTES })) {
    const text = rest + String(chunk);
    if (says(text, needles)) found.add(file);
    rest = text.slice(-OVERLAP);
  }
}

function* filesBelow(place: string): Generator<string> {
  if (!existsSync(place)) return;
  if (!statSync(place).isDirectory()) return void (yield place);
  for (const name of readdirSync(place)) yield* filesBelow(join(place, name));
}
