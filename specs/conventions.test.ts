import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  maximum?: number;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

interface Operation {
  operationId: string;
  parameters: { $ref?: string }[];
  responses: Record<string, unknown>;
  security?: unknown[];
}

interface Specification {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, { name: string }> };
}

const documents = readdirSync(__dirname)
  .filter((file) => file.endsWith('.json'))
  .map(
    (file) => [file, JSON.parse(readFileSync(path.join(__dirname, file), 'utf8')) as Partial<Specification>] as const,
  )
  .filter((entry): entry is [string, Specification] => entry[1].paths !== undefined);
const interfaces = documents.filter(([file]) => !file.includes('webhook-events'));

const getOperations = (spec: Specification) => Object.values(spec.paths).flatMap((item) => Object.values(item));

function schemasWithin(schema: Schema): Schema[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...parts.flatMap(schemasWithin)];
}

/** The values that a field takes in a variant of a union, through inner unions. */
function literals(spec: Specification, reference: string, field: string): unknown[] {
  const schema = spec.components.schemas[reference.split('/').pop() ?? ''] ?? {};
  const inner = schema.oneOf ?? schema.allOf;
  if (inner) return [...new Set(inner.flatMap(({ $ref }) => ($ref ? literals(spec, $ref, field) : [])))];
  return schema.required?.includes(field) ? (schema.properties?.[field]?.enum ?? []) : [];
}

/** Where no field names the variant, each must require one that no other variant has. */
function expectOwnFields(spec: Specification, oneOf: readonly Schema[]): void {
  const variants = oneOf.map(({ $ref = '' }) => spec.components.schemas[$ref.split('/').pop() ?? '']);
  expect(variants.length).toBeGreaterThan(1);
  for (const variant of variants) {
    const others = variants.filter((other) => other !== variant);
    const isOwn = (field: string) => others.every((other) => !(field in (other?.properties ?? {})));
    expect((variant?.required ?? []).some(isOwn)).toBe(true);
  }
}

describe.each(documents)('the specification %s', (_file, spec) => {
  const schemas = Object.values(spec.components.schemas).flatMap(schemasWithin);

  it('names every operation once', () => {
    const names = getOperations(spec).map(({ operationId }) => operationId);
    expect(names).toEqual([...new Set(names)]);
  });

  it('tells the variants of each union apart by one required field', () => {
    const unions = schemas.filter((schema) => schema.oneOf ?? schema.anyOf);
    for (const { oneOf = [], discriminator } of unions) {
      if (!discriminator) {
        expectOwnFields(spec, oneOf);
        continue;
      }
      const { propertyName, mapping } = discriminator;
      const variants = oneOf.flatMap(({ $ref = '' }) =>
        literals(spec, $ref, propertyName).map((value) => [String(value), $ref]),
      );
      expect(Object.fromEntries(variants)).toEqual(mapping);
      expect(new Set(variants.map(([, reference]) => reference)).size).toBe(oneOf.length);
    }
  });

  it('lets no whole number be too large for JSON', () => {
    const amounts = schemas.filter(({ type, format }) => type === 'integer' && format === 'int64');
    expect(amounts.filter(({ maximum }) => (maximum ?? Infinity) > Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('refers to unions plainly: generators of clients lose one that is wrapped', () => {
    const isUnion = ({ $ref = '' }: Schema) =>
      spec.components.schemas[$ref.split('/').pop() ?? '']?.oneOf !== undefined;
    expect(schemas.filter(({ allOf = [] }) => allOf.some(isUnion))).toEqual([]);
  });

  it('names JSON as plainly as it can: generators of clients make a part of a name of it', () => {
    const mediaTypes = [...JSON.stringify(spec).matchAll(/"content":\{"([^"]+)"/g)].map(([, mediaType]) => mediaType);
    const isJson = (mediaType = '') => /json/i.test(mediaType);
    expect([...new Set(mediaTypes.filter(isJson))]).toEqual(['application/json']);
    // Files are what else there is.
    const files = ['text/csv', 'application/octet-stream'];
    expect(mediaTypes.filter((mediaType = '') => !isJson(mediaType) && !files.includes(mediaType))).toEqual([]);
  });

  it('puts nothing beside a reference, where readers would pass over it', () => {
    expect(schemas.filter((schema) => schema.$ref && Object.keys(schema).length > 1)).toEqual([]);
  });
});

describe.each(interfaces)('every operation of %s', (_file, spec) => {
  it('takes the request id and the deadline', () => {
    for (const { parameters } of getOperations(spec)) {
      const names = parameters.map(({ $ref }) => $ref && spec.components.parameters[$ref.split('/').pop() ?? '']?.name);
      expect(names).toEqual(expect.arrayContaining(['X-Request-ID', 'X-Request-Deadline']));
    }
  });

  it('says what a wrong request and a failure of the platform look like', () => {
    for (const { responses } of getOperations(spec)) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '500', '503', '504']));
    }
  });

  it('refuses requests without a key, except for public operations', () => {
    for (const { responses, security } of getOperations(spec)) expect('401' in responses).toBe(security === undefined);
  });
});
