import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/services/platform-process';

type Schema = {
  $ref?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
} & Record<string, unknown>;

interface Specification {
  paths: Record<string, Record<string, { parameters?: { name?: string }[]; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, { schema: Schema }> };
}

type Machines = Record<string, { transitions: { from: string; to: string }[] }>;

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = new Map<string, unknown>();

function parsed<Content>(name: string): Content {
  const content = files.get(name) ?? JSON.parse(read(join('specs', name)));
  files.set(name, content);
  return content as Content;
}

/** The rows of the table: what is claimed, and what is said to prove it. */
const rows = read('docs/trace.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes(' | `'))
  .map((line) => {
    const [statement = '', proofs = ''] = line.replaceAll('\\|', '\0').split(' | ');
    const named = [...proofs.matchAll(/`([^`]+)`/g)].map(([, proof = '']) => proof.replaceAll('\0', '|'));
    return [statement.slice(2).trim(), named] as const;
  });

test('the table has a row for each statement, and each row a proof', () => {
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter(([, proofs]) => proofs.length === 0)).toEqual([]);
  expect(read('docs/trace.md')).not.toMatch(/\|\s*\|\s*$/m);
});

test('each proof that the table names is there and says so', () => {
  const failures = rows.flatMap(([statement, proofs]) =>
    proofs.flatMap((proof) => {
      const problem = getProblem(proof);
      return problem === undefined ? [] : [`${statement}: ${proof}: ${problem}`];
    }),
  );
  expect(failures).toEqual([]);
});

/** Why something is no proof, if it is none. */
function getProblem(proof: string): string | undefined {
  const [file = '', name] = proof.split(' › ');
  if (name !== undefined) return problemOfTest(file, name);
  const [document = '', place = '', ...claims] = proof.split(' ');
  if (document === 'machines.json') return problemOfMove(place, claims.join(' '));
  const specification = parsed<Specification>(document);
  if (place === place.toUpperCase() && claims[0]?.startsWith('/'))
    return problemOfOperation(specification, place, claims);
  const schema = place.startsWith('?')
    ? specification.components.parameters?.[place.slice(1)]?.schema
    : schemaAt(specification, place);
  if (!schema) return 'there is no such schema';
  return claims.find((claim) => !isSo(specification, schema, claim)) && 'it is not so';
}

function problemOfTest(file: string, name: string): string | undefined {
  if (!existsSync(join(root, file))) return 'there is no such file';
  return read(file).includes(name) ? undefined : 'the file has no such test';
}

function problemOfMove(machine: string, move: string): string | undefined {
  const [from, to] = move.split(' → ');
  const moves = parsed<Machines>('machines.json')[machine]?.transitions ?? [];
  return moves.some((one) => one.from === from && one.to === to) ? undefined : 'there is no such transition';
}

function problemOfOperation({ paths }: Specification, method: string, claims: string[]): string | undefined {
  const [path = '', ...more] = claims;
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) return 'there is no such operation';
  for (const claim of more) {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    const isThere = claim.startsWith('?')
      ? claim
          .slice(1)
          .split(',')
          .every((name) => names.includes(name))
      : claim in operation.responses;
    if (!isThere) return `there is no ${claim}`;
  }
  return undefined;
}

/** A schema, or a field of one, with what it refers to. */
function schemaAt(specification: Specification, place: string): Schema | undefined {
  const [name = '', field] = place.split('.');
  const schema = specification.components.schemas[name];
  if (field === undefined || !schema) return schema && whole(specification, schema);
  const found = whole(specification, schema).properties?.[field];
  return found && whole(specification, found);
}

function whole(specification: Specification, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const named = $ref === undefined ? undefined : specification.components.schemas[$ref.split('/').at(-1) ?? ''];
  const parts = [...(named ? [named] : []), ...allOf].map((part) => whole(specification, part));
  return Object.assign({}, ...parts, own) as Schema;
}

/** `{a,b}`: has these fields; `oneOf=A,B`: is one of these among others; `enum=a,b` likewise; else the value of a rule. */
function isSo(specification: Specification, schema: Schema, claim: string): boolean {
  if (claim.startsWith('{')) {
    return claim
      .slice(1, -1)
      .split(',')
      .every((field) => schema.properties?.[field] !== undefined);
  }
  const [rule = '', ...rest] = claim.split('=');
  const wanted = rest.join('=');
  if (rule === 'pattern') return schema['pattern'] === wanted;
  if (rule === 'oneOf') {
    const names = schema.oneOf?.map(({ $ref }) => $ref?.split('/').at(-1)) ?? [];
    return wanted.split(',').every((name) => names.includes(name));
  }
  if (rule === 'enum' || rule === 'required') return wanted.split(',').every((value) => schema[rule]?.includes(value));
  return String(schema[rule]) === wanted;
}
