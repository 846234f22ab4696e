// Transformations of schemas beyond JSDoc tags and tsoa.
import type { Schema, Specification } from './openapi';

/** Calls `visit` for each object, leaves first. */
export function eachSchema(node: unknown, visit: (schema: Schema) => void): void {
  if (Array.isArray(node)) return node.forEach((item) => eachSchema(item, visit));
  if (!node || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node)) if (key !== 'example' && key !== 'default') eachSchema(child, visit);
  visit(node);
}

/** Follows single references. */
export function resolve(spec: Specification, schema: Schema | undefined): Schema {
  const ref = schema?.$ref ?? (schema?.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  if (ref) return resolve(spec, spec.components.schemas[decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1))]);
  if (!schema) throw new Error('unresolved reference');
  return schema;
}

/** Joins the wrapped lines of a paragraph; lists and empty lines stay. */
function unwrapText(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\n(?!\s*[-*|] )\s*/g, ' '))
    .join('\n\n');
}

/**
 * Applies our own tags: `x-read-only` (ignored in requests) and `x-required` (always present in responses, optional in
 * requests). Defaults of fields stay `x-default`, because generators make fields with `default` required or always
 * send them. Dates get no pattern, because generators parse them.
 */
export function applyOwnTags(spec: Specification): void {
  eachSchema(spec, (schema) => {
    if (schema.nullable === false) delete schema.nullable;
    if (schema.additionalProperties === true && schema.properties) delete schema.additionalProperties;
    if (typeof schema.description === 'string') schema.description = unwrapText(schema.description);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (property['x-read-only']) property.readOnly = true;
      if (property['x-required']) schema.required = [...(schema.required ?? []), name];
      if ('default' in property) property['x-default'] ??= property.default;
      delete property.default;
      if (property.format === 'date') delete property.pattern;
      delete property['x-read-only'];
      delete property['x-required'];
    }
    if (schema.required && schema.properties) {
      const { required } = schema;
      schema.required = Object.keys(schema.properties).filter((name) => required.includes(name));
    }
  });
}

/**
 * Wraps a described reference in `allOf`, because OpenAPI 3.0 ignores siblings of `$ref`. References to unions are not
 * wrapped, because client generators lose wrapped unions. Call after discriminateUnions().
 */
export function wrapDescribedReferences(spec: Specification): void {
  eachSchema(spec, (schema) => {
    if (typeof schema.$ref !== 'string' || Object.keys(schema).length === 1) return;
    const { $ref, readOnly } = schema;
    const target = resolve(spec, { $ref });
    if (target.oneOf) {
      if (readOnly) target.readOnly = true;
      for (const name of Object.keys(schema)) delete schema[name as keyof Schema];
      schema.$ref = $ref;
      return;
    }
    schema.allOf = [{ $ref }];
    delete schema.$ref;
  });
}

/**
 * Adds a discriminator to a union whose variants one literal field distinguishes, and flattens nested unions of the
 * same field. Variants with distinct required fields need none.
 */
export function discriminateUnions(spec: Specification): void {
  eachSchema(spec.components.schemas, (schema) => {
    const { anyOf } = schema;
    if (!anyOf?.every(isReference)) return;
    const leaves = anyOf.flatMap((variant) => getLeaves(spec, variant));
    const flat = distinguishingProperty(spec, leaves);
    const property = flat ?? distinguishingProperty(spec, anyOf);
    if (!property && haveDistinctFields(spec, anyOf)) {
      schema.oneOf = anyOf;
      delete schema.anyOf;
      return;
    }
    if (!property) throw new Error(`no field distinguishes the variants ${anyOf.map((v) => v.$ref).join(', ')}`);
    const variants = flat ? leaves : anyOf;
    schema.oneOf = variants;
    delete schema.anyOf;
    const mapping: Record<string, string> = {};
    for (const { $ref } of variants) {
      for (const value of literals(spec, { $ref }, property) ?? []) mapping[value] = $ref;
    }
    schema.discriminator = { propertyName: property, mapping };
  });
}

/** Whether each variant requires a field that the others lack. */
function haveDistinctFields(spec: Specification, variants: readonly Schema[]): boolean {
  const targets = variants.map((variant) => resolve(spec, variant));
  return targets.every(({ required = [] }) =>
    required.some((name) => targets.filter(({ properties = {} }) => name in properties).length === 1),
  );
}

function isReference(schema: Schema): schema is Schema & { $ref: string } {
  return schema.$ref !== undefined;
}

function getLeaves(spec: Specification, variant: Schema & { $ref: string }): { $ref: string }[] {
  const target = resolve(spec, variant);
  const variants = target.oneOf ?? target.anyOf;
  return variants ? variants.filter(isReference).flatMap((inner) => getLeaves(spec, inner)) : [{ $ref: variant.$ref }];
}

/** Removes unreferenced schemas. */
export function dropUnusedSchemas(spec: Specification): void {
  const used = new Set<string>();
  const follow = (node: unknown): void =>
    eachSchema(node, ({ $ref, discriminator }) => {
      for (const reference of [$ref, ...Object.values(discriminator?.mapping ?? {})]) {
        if (typeof reference !== 'string' || used.has(reference)) continue;
        used.add(reference);
        follow(
          reference
            .slice(2)
            .split('/')
            .reduce<unknown>((value, key) => (value as Record<string, unknown>)[decodeURIComponent(key)], spec),
        );
      }
    });
  follow(spec.paths);
  const { schemas } = spec.components;
  for (const name of Object.keys(schemas)) if (!used.has(`#/components/schemas/${name}`)) delete schemas[name];
}

function distinguishingProperty(spec: Specification, variants: readonly Schema[]): string | undefined {
  const names = Object.keys(firstObject(spec, variants[0]).properties ?? {});
  return names.find((name) => {
    const values = variants.map((variant) => literals(spec, variant, name));
    return isComplete(values) && new Set(values.flat()).size === values.flat().length;
  });
}

function firstObject(spec: Specification, schema: Schema | undefined): Schema {
  const target = resolve(spec, schema);
  const variant = (target.oneOf ?? target.anyOf)?.[0];
  return variant ? firstObject(spec, variant) : target;
}

/** The literals of `property` in a variant or a nested union. */
function literals(spec: Specification, schema: Schema, property: string): (string | number)[] | undefined {
  const target = resolve(spec, schema);
  const variants = target.oneOf ?? target.anyOf;
  if (variants) {
    const values = variants.map((variant) => literals(spec, variant, property));
    return isComplete(values) ? [...new Set(values.flat())] : undefined;
  }
  return target.required?.includes(property) ? resolve(spec, target.properties?.[property]).enum : undefined;
}

function isComplete<Value>(values: readonly (Value | undefined)[]): values is readonly Value[] {
  return values.every((value) => value !== undefined);
}

/** Adds the meanings of its values to each field `code` of an error. */
export function explainErrorCodes(spec: Specification, meanings: Readonly<Record<string, string>>): void {
  for (const [name, schema] of Object.entries(spec.components.schemas)) {
    const code = schema.properties?.code;
    if (!name.endsWith('Error') || !code?.enum) continue;
    const lines = code.enum.map((value) => {
      if (!meanings[value]) throw new Error(`${name}: the error code ${value} has no meaning in texts`);
      return `- \`${value}\` — ${meanings[value]}`;
    });
    code.description = `${code.description}\n\n${lines.join(';\n')}.`;
  }
}
