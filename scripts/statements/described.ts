import type { Client } from 'pg';
import { withClient } from '../services/postgres-client';
import { inferNullability, outputs, type Catalogue, type Nullability } from './nullability';
import { isNode, readTree, readWord, type TreeNode } from './parse-tree';

/** A result column of a statement, as PostgreSQL describes it. */
export interface DescribedColumn {
  name: string;
  /** In the notation of `format_type`. */
  type: string;
  nullability: Nullability;
  /** The values that a CHECK of the table permits. */
  permitted?: readonly string[];
}

/** The columns of a statement, or the error of PostgreSQL. */
export type Description = { columns: DescribedColumn[] } | { refusal: string };

/**
 * Lets PostgreSQL describe statements without running them. With `debug_print_parse` it sends their analysed trees, with
 * every column resolved and the outer joins that may make it null.
 */
export async function describing<Result>(
  databaseUrl: string,
  work: (describe: (text: string) => Promise<Description>) => Promise<Result>,
): Promise<Result> {
  return withClient(databaseUrl, async (client) => {
    const trees: TreeNode[] = [];
    client.on('notice', ({ message, detail }) => {
      if (message === 'parse tree:' && detail) trees.push(readTree(detail));
    });
    const catalogue = await readCatalogue(client);
    await client.query('SET client_min_messages = log; SET debug_pretty_print = off');
    return work((text) => describe({ client, trees, catalogue }, text));
  });
}

interface Session {
  client: Client;
  trees: TreeNode[];
  catalogue: FullCatalogue;
}

async function describe({ client, trees, catalogue }: Session, text: string): Promise<Description> {
  try {
    await client.query('SET debug_print_parse = on');
    trees.length = 0;
    await client.query(`PREPARE described AS ${text}`);
    await client.query('SET debug_print_parse = off');
    const query = trees.find(({ fields }) => fields['commandType'] !== UTILITY);
    if (!query) throw new Error('PostgreSQL sent no tree');
    const types = await resultTypes(client);
    await client.query('DEALLOCATE described');
    return { columns: getColumns(query, types, catalogue) };
  } catch (error) {
    await client.query('SET debug_print_parse = off');
    return { refusal: (error as Error).message };
  }
}

const UTILITY = '6';

async function resultTypes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ type: string }>(
    `SELECT format_type(type, NULL) AS type FROM pg_prepared_statements, unnest(result_types) WITH ORDINALITY AS r (type, place)
     WHERE name = 'described' ORDER BY place`,
  );
  return rows.map(({ type }) => type);
}

function getColumns(query: TreeNode, types: readonly string[], catalogue: FullCatalogue): DescribedColumn[] {
  const nullabilities = inferNullability(query, catalogue);
  return outputs(query).map(({ fields }, place) => {
    const { resname, resorigtbl, resorigcol, expr } = fields;
    const permitted = isNode(expr) ? catalogue.permitted(readWord(resorigtbl), readWord(resorigcol)) : undefined;
    return {
      name: readWord(resname),
      type: types[place] ?? 'nothing',
      nullability: nullabilities[place] ?? 'maybe',
      ...(permitted && { permitted }),
    };
  });
}

interface FullCatalogue extends Catalogue {
  permitted(relation: string, column: string): readonly string[] | undefined;
}

/** `CHECK ((status = ANY (ARRAY['pending'::text, …])))`, of one column. */
const PERMITTED = /^CHECK \(+\w+ = ANY \(+ARRAY\[(.*)\]\)/;

async function readCatalogue(client: Client): Promise<FullCatalogue> {
  const read = async (text: string): Promise<Map<string, string>> => {
    const { rows } = await client.query<{ key: string; value: string }>(text);
    return new Map(rows.map(({ key, value }) => [key, value]));
  };
  const notNull = await read(`SELECT attrelid || '/' || attnum AS key, '' AS value FROM pg_attribute WHERE attnotnull`);
  const functions = await read('SELECT oid::text AS key, proname::text AS value FROM pg_proc');
  const operators = await read('SELECT oid::text AS key, oprname::text AS value FROM pg_operator');
  const checks = await read(
    `SELECT conrelid || '/' || conkey[1] AS key, pg_get_constraintdef(oid) AS value FROM pg_constraint
     WHERE contype = 'c' AND cardinality(conkey) = 1 AND pg_get_constraintdef(oid) LIKE '% = ANY %'`,
  );
  return {
    isNotNull: (relation, column) => notNull.has(`${relation}/${column}`),
    functionName: (oid) => functions.get(oid) ?? '',
    operatorName: (oid) => operators.get(oid) ?? '',
    permitted(relation, column) {
      const [, list] = PERMITTED.exec(checks.get(`${relation}/${column}`) ?? '') ?? [];
      return list === undefined ? undefined : [...list.matchAll(/'([^']*)'/g)].map(([, value]) => String(value));
    },
  };
}
