import type { Schema } from '../../scripts/specs/openapi';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Parameter = { $ref?: string; in: string; name: string };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type SpecifiedDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

/** A call of an operation; path parameters are unknown ids. */
export type SpecifiedRequest = {
  operationID: string;
  method: string;
  path: string;
  schema: Schema | undefined;
  queryNames: string[];
};

/** A request with one known name in the wrong case. */
export type Misspelling = { method: string; path: string; body?: string; written: string; known: string };

/** Every operation of a specification. */
export function requests(specification: string): SpecifiedRequest[] {
  const document = getDocument(specification);
  const base = new URL(document.servers[0]?.url ?? '', 'http://api').pathname.replace(/\/$/, '');
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], requestBody }]) => ({
      operationID: operationId,
      method: method.toUpperCase(),
      path: base + path.replace(/\{[^}]+\}/g, 'none'),
      schema: requestBody?.content['application/json']?.schema,
      queryNames: parameters
        .map((one) => (one.$ref ? document.components.parameters?.[getLast(one.$ref)] : one))
        .flatMap((one) => (one?.in === 'query' ? [one.name] : [])),
    })),
  );
}

/** Misspells each known name of queries and of body objects. */
export function* misspellings(specification: string): Generator<Misspelling> {
  const document = getDocument(specification);
  for (const { method, path, schema, queryNames } of requests(specification)) {
    for (const known of queryNames) {
      yield { method, path: `${path}?${misspelt(known)}=1`, written: misspelt(known), known };
    }
    if (!schema) continue;
    for (const { known, body } of misspeltBodies(document, schema, new Set())) {
      yield { method, path, body: JSON.stringify(body), written: misspelt(known), known };
    }
  }
}

function* misspeltBodies(
  document: SpecifiedDocument,
  schema: Schema,
  seen: ReadonlySet<Schema>,
): Generator<{ known: string; body: unknown }> {
  const target = resolved(document, schema);
  if (seen.has(target)) return;
  const within = new Set([...seen, target]);
  const { oneOf, discriminator, properties, items } = target;
  if (discriminator) {
    yield { known: discriminator.propertyName, body: { [misspelt(discriminator.propertyName)]: 'x' } };
    for (const [literal, form] of Object.entries(discriminator.mapping)) {
      for (const { known, body } of misspeltBodies(document, { $ref: form }, within)) {
        yield { known, body: { ...(body as object), [discriminator.propertyName]: literal } };
      }
    }
    return;
  }
  for (const form of oneOf ?? []) yield* misspeltBodies(document, form, within);
  if (items) for (const { known, body } of misspeltBodies(document, items, within)) yield { known, body: [body] };
  for (const [name, field] of Object.entries(properties ?? {})) {
    yield { known: name, body: { [misspelt(name)]: 'x' } };
    for (const { known, body } of misspeltBodies(document, field, within)) yield { known, body: { [name]: body } };
  }
}

function misspelt(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}

export function resolved(document: SpecifiedDocument, schema: Schema): Schema {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  const target = reference && document.components.schemas[getLast(reference)];
  return target ? resolved(document, target) : schema;
}

function getLast(reference: string): string {
  return decodeURIComponent(reference.split('/').pop() ?? '');
}

export function getDocument(specification: string): SpecifiedDocument {
  return JSON.parse(
    readFileSync(join(__dirname, '..', '..', 'specs', `${specification}.json`), 'utf8'),
  ) as SpecifiedDocument;
}
