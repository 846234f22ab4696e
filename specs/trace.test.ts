import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../scripts/services/platform-process';
import { findSuiteProblem } from './proofs';

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

type Trace = Record<string, Record<string, Record<string, string[]>>>;

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = new Map<string, unknown>();

function parseSpecification<Content>(name: string): Content {
  const content = files.get(name) ?? JSON.parse(read(join('specs', name)));
  files.set(name, content);
  return content as Content;
}

const statements = Object.values(parse(read('docs/trace.yaml')) as Trace)
  .flatMap(Object.values<Record<string, string[]>>)
  .flatMap((section) => Object.entries(section));

test('the trace has more than 500 statements, each with a proof', () => {
  expect(statements.length).toBeGreaterThan(500);
  expect(statements.filter(([, proofs]) => proofs.length === 0)).toEqual([]);
});

test('each proof of the trace exists and holds', () => {
  const failures = statements.flatMap(([statement, proofs]) =>
    proofs.flatMap((proof) => {
      const problem = findProblem(proof);
      return problem === undefined ? [] : [`${statement}: ${proof}: ${problem}`];
    }),
  );
  expect(failures).toEqual([]);
});

function findProblem(proof: string): string | undefined {
  if (/\.tsx?( › |$)/.test(proof)) return findSuiteProblem(proof);
  const [document = '', place = '', ...claims] = proof.split(' ');
  if (document === 'machines.json') return findTransitionProblem(place, claims.join(' '));
  const specification = parseSpecification<Specification>(document);
  if (place === place.toUpperCase() && claims[0]?.startsWith('/'))
    return findOperationProblem(specification, place, claims);
  const schema = place.startsWith('?')
    ? specification.components.parameters?.[place.slice(1)]?.schema
    : findSchema(specification, place);
  if (!schema) return 'no such schema';
  const wrong = claims.find((claim) => !holds(specification, schema, claim));
  return wrong && `the schema does not have ${wrong}`;
}

function findTransitionProblem(machine: string, transition: string): string | undefined {
  const [from, to] = transition.split(' → ');
  const transitions = parseSpecification<Machines>('machines.json')[machine]?.transitions ?? [];
  return transitions.some((each) => each.from === from && each.to === to) ? undefined : 'no such transition';
}

function findOperationProblem({ paths }: Specification, method: string, claims: string[]): string | undefined {
  const [path = '', ...more] = claims;
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) return 'no such operation';
  for (const claim of more) {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    const isThere = claim.startsWith('?')
      ? claim
          .slice(1)
          .split(',')
          .every((name) => names.includes(name))
      : claim in operation.responses;
    if (!isThere) return `the operation has no ${claim}`;
  }
  return undefined;
}

/** A schema or a field of one, with references and `allOf` resolved. */
function findSchema(specification: Specification, place: string): Schema | undefined {
  const [name = '', field] = place.split('.');
  const schema = specification.components.schemas[name];
  if (field === undefined || !schema) return schema && resolve(specification, schema);
  const found = resolve(specification, schema).properties?.[field];
  return found && resolve(specification, found);
}

function resolve(specification: Specification, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const named = $ref === undefined ? undefined : specification.components.schemas[$ref.split('/').at(-1) ?? ''];
  const parts = [...(named ? [named] : []), ...allOf].map((part) => resolve(specification, part));
  return Object.assign({}, ...parts, own) as Schema;
}

/** `{a,b}`: the schema has these fields; `oneOf=A,B`, `enum=a,b`: these among others; else the value of a rule. */
function holds(specification: Specification, schema: Schema, claim: string): boolean {
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
