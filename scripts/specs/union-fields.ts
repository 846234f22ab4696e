// Forms of unions that all client generators read. Fields are declared beside `oneOf`, because the PHP client of
// openapi-generator makes one class of all variants and otherwise keeps the last declaration of a field.
import type { Schema, Specification } from './openapi';
import { eachSchema, resolve } from './schemas';

/** Declares the discriminator and each field that the variants declare differently; merges nested unions. */
export function declareUnionFields(spec: Specification): void {
  const unions: Schema[] = [];
  eachSchema(spec.components.schemas, (schema) => void (schema.oneOf && schema.discriminator && unions.push(schema)));
  const variants = new Set(unions.flatMap(({ oneOf = [] }) => oneOf.map((variant) => resolve(spec, variant))));
  for (const union of unions.filter((each) => variants.has(each))) mergeVariants(spec, union);
  for (const union of unions) {
    if (!union.oneOf) continue;
    const declared = { required: fixedFields(spec, union), properties: differingFields(spec, union) };
    Object.assign(union, { type: 'object', ...declared });
  }
}

/**
 * Makes one object of a union within another by a second field, which the typescript-fetch and Java clients of
 * openapi-generator do not read. Descriptions say which variant has a field.
 */
function mergeVariants(spec: Specification, union: Schema): void {
  const field = getDiscriminator(union);
  const variants = getVariants(spec, union);
  const merged = new Merge(spec, field).widestObject(variants);
  for (const [name, property] of Object.entries(merged.properties ?? {})) {
    const owners = variants.filter(({ properties = {} }) => name in properties);
    if (owners.length === variants.length || property.$ref) continue;
    const isRequired = owners.every(({ required }) => required?.includes(name));
    const kinds = owners.flatMap(({ properties }) => resolve(spec, properties?.[field]).enum ?? []);
    const values = kinds.map((kind) => `\`${kind}\``).join(', ');
    property.description += ` ${isRequired ? 'Обязательно' : 'Только'} при \`${field}\` ${values}.`;
  }
  delete union.oneOf;
  delete union.discriminator;
  Object.assign(union, merged);
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
  return Object.fromEntries(
    Object.entries(getFields(spec, union)).flatMap(([name, schemas]) =>
      merge.areEqual(schemas) ? [] : [[name, merge.described(schemas)]],
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
    const [only = {}, ...others] = schemas;
    if (others.length === 0) return { ...only };
    const widest = this.widest(schemas);
    return widest.$ref ? widest : { description: this.describe(schemas), ...widest };
  }

  private describe(schemas: readonly Schema[]): string {
    const texts = schemas.map(
      (schema) => schema.description ?? resolve(this.spec, schema).description?.split(':')[0] ?? '',
    );
    const common = [texts, texts.map((text) => text.split(':')[0] ?? '')]
      .map((each) => new Set(each.map((text) => text.replace(/\.$/, ''))))
      .find(({ size }) => size === 1);
    const [text] = common ?? [];
    return text ? `${text}.` : `Каким бывает это поле, зависит от \`${this.discriminator}\`.`;
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

  widestObject(targets: readonly Schema[]): Schema {
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
