import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Described {
  description?: string;
  summary?: string;
  $ref?: string;
  allOf?: Described[];
}

interface Schema extends Described {
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Parameter extends Described {
  name: string;
}

interface Operation extends Described {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, Described>;
}

interface Specification {
  info: Described & { title: string };
  tags: (Described & { name: string; 'x-displayName': string })[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const files = readdirSync(__dirname).filter((file) => file.endsWith('.json'));
const documents = files
  .map(
    (file) => [file, JSON.parse(readFileSync(path.join(__dirname, file), 'utf8')) as Partial<Specification>] as const,
  )
  .filter((entry): entry is [string, Specification] => entry[1].paths !== undefined);

const isRussian = (text: string | undefined) => /[А-Яа-яЁё]{2}/.test(text ?? '');

function follow(spec: Specification, reference: string): Described {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[decodeURIComponent(key)], spec);
  return found as Described;
}

/** Whether a thing, or the type it refers to, is described in Russian. */
function isDescribed(spec: Specification, thing: Described): boolean {
  if (isRussian(thing.description)) return true;
  const reference = thing.$ref ?? thing.allOf?.[0]?.$ref;
  return reference !== undefined && isDescribed(spec, follow(spec, reference));
}

function undescribedOperations(spec: Specification): string[] {
  return Object.entries(spec.paths).flatMap(([route, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const place = `${method.toUpperCase()} ${route}`;
      const parts: [string, Described][] = [
        ...(operation.parameters ?? []).map((p): [string, Described] => [`${place} ${p.name ?? p.$ref}`, p]),
        ...Object.entries(operation.responses).map(([status, r]): [string, Described] => [`${place} ${status}`, r]),
      ];
      const missing = parts.filter(([, part]) => !isDescribed(spec, part)).map(([name]) => name);
      if (!isRussian(operation.summary)) missing.unshift(`${place} summary`);
      return isRussian(operation.description) ? missing : [`${place} description`, ...missing];
    }),
  );
}

function undescribedFields(spec: Specification, name: string, schema: Schema): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, property]) => [
    ...(isDescribed(spec, property) ? [] : [`${name}.${field}`]),
    ...undescribedFields(spec, `${name}.${field}`, property),
  ]);
  const inner = [schema.items, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  return [...own, ...inner.flatMap((part) => undescribedFields(spec, name, part))];
}

describe.each(documents)('the specification %s', (_file, spec) => {
  it('introduces itself and its sections in Russian', () => {
    expect(isRussian(spec.info.description)).toBe(true);
    expect(spec.tags.length).toBeGreaterThan(0);
    expect(spec.tags.filter((tag) => !isRussian(tag.description) || !isRussian(tag['x-displayName']))).toEqual([]);
  });

  it('a document has a title in Latin letters, by which generators of clients name a package', () => {
    expect(spec.info.title).toMatch(/^Holdfast [A-Za-z ]+$/);
  });

  it('describes each operation, parameter and answer in Russian', () => {
    expect(undescribedOperations(spec)).toEqual([]);
  });

  it('describes each type and field in Russian', () => {
    const schemas = Object.entries(spec.components.schemas);
    expect(schemas.filter(([, schema]) => !isDescribed(spec, schema)).map(([name]) => name)).toEqual([]);
    expect(schemas.flatMap(([name, schema]) => undescribedFields(spec, name, schema))).toEqual([]);
  });
});

it('finds the specifications', () => {
  expect(documents.length).toBeGreaterThanOrEqual(2);
});
