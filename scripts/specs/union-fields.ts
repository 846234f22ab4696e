// Declares fields of unions beside `oneOf`, because the PHP client of openapi-generator makes one class of all
// variants and otherwise keeps the last declaration of a field.
import type { Schema, Specification } from './openapi';
import { eachSchema, resolve } from './schemas';

/** Declares the discriminator and each field that the variants declare differently or only a nested union has. */
export function declareUnionFields(spec: Specification): void {
  const unions: Schema[] = [];
  eachSchema(spec.components.schemas, (schema) => void (schema.oneOf && schema.discriminator && unions.push(schema)));
  // Read before any change, because a union may be a variant of another.
  const declared = unions.map((union) => ({
    required: fixedFields(spec, union),
    properties: differingFields(spec, union),
  }));
  unions.forEach((union, index) => Object.assign(union, { type: 'object', ...declared[index] }));
}

/** Fields that every variant requires with one value; Go clients would send any other required field empty. */
function fixedFields(spec: Specification, union: Schema): string[] {
  const variants = getVariants(spec, union);
  return Object.keys(differingFields(spec, union)).filter((name) =>
    variants.every(
      ({ required = [], properties = {} }) =>
        required.includes(name) && resolve(spec, properties[name]).enum?.length === 1,
    ),
  );
}

function getDiscriminator({ discriminator }: Schema): string {
  if (!discriminator) throw new Error('union without a discriminator');
  return discriminator.propertyName;
}

function differingFields(spec: Specification, union: Schema): Record<string, Schema> {
  const merge = new Merge(spec, getDiscriminator(union));
  const inner = (union.oneOf ?? []).filter((variant) => resolve(spec, variant).oneOf);
  const innerFields = getFields(spec, { oneOf: inner });
  return Object.fromEntries(
    Object.entries(getFields(spec, union)).flatMap(([name, schemas]) =>
      merge.areEqual(schemas) && !(name in innerFields) ? [] : [[name, merge.described(schemas)]],
    ),
  );
}

/** All declarations of each field. */
function getFields(spec: Specification, schema: Schema): Record<string, Schema[]> {
  const fields: Record<string, Schema[]> = {};
  for (const variant of getVariants(spec, schema)) {
    for (const [name, field] of Object.entries(variant.properties ?? {})) (fields[name] ??= []).push(field);
  }
  return fields;
}

function getVariants(spec: Specification, schema: Schema): Schema[] {
  const target = resolve(spec, schema);
  return target.oneOf?.flatMap((variant) => getVariants(spec, variant)) ?? [target];
}

/** Merges schemas into one that allows all their values. */
class Merge {
  constructor(
    private readonly spec: Specification,
    private readonly discriminator: string,
  ) {}

  areEqual(schemas: readonly Schema[]): boolean {
    return new Set(schemas.map((schema) => JSON.stringify(getRules(schema)))).size === 1;
  }

  described(schemas: readonly Schema[]): Schema {
    const widest = this.widest(schemas);
    return widest.$ref ? widest : { description: this.describe(schemas), ...widest };
  }

  private describe(schemas: readonly Schema[]): string {
    const texts = schemas.map(
      (schema) => (schema.description ?? resolve(this.spec, schema).description ?? '').split(':')[0],
    );
    const [first = ''] = texts;
    if (texts.every((text) => text === first) && first) return first.endsWith('.') ? first : `${first}.`;
    return `Каким бывает это поле, зависит от \`${this.discriminator}\`.`;
  }

  private widest(schemas: readonly Schema[]): Schema {
    const [first = {}] = schemas;
    if (this.areEqual(schemas)) return getRules(first);
    const targets = schemas.flatMap((schema) => getVariants(this.spec, schema));
    const types = new Set(targets.map(({ type }) => type));
    if (types.size > 1) return {};
    const [type] = types;
    if (type === 'object') return this.widestObject(targets);
    if (type === 'array') return { type, items: this.widest(targets.map(({ items = {} }) => items)) };
    return { type, ...widestBounds(targets) };
  }

  private widestObject(targets: readonly Schema[]): Schema {
    const fields = getFields(this.spec, { oneOf: [...targets] });
    const required = Object.keys(fields).filter((name) => targets.every((target) => target.required?.includes(name)));
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, this.described(of)])),
    };
  }
}

/** The widest common bounds; patterns and formats are dropped. */
function widestBounds(targets: readonly Schema[]): Schema {
  const values = targets.map((target) => target.enum);
  if (values.every((each) => each !== undefined)) return { enum: [...new Set(values.flat())] };
  const bound = (name: 'minLength' | 'maxLength', choose: (...all: number[]) => number) => {
    const all = targets.flatMap((target) => target[name] ?? []);
    return all.length === targets.length ? { [name]: choose(...all) } : {};
  };
  return { ...bound('minLength', Math.min), ...bound('maxLength', Math.max) };
}

/** A schema without annotations. */
function getRules(schema: Schema): Schema {
  const {
    description: _description,
    example: _example,
    readOnly: _readOnly,
    deprecated: _deprecated,
    ...rules
  } = schema;
  return rules;
}
