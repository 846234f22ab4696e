import type { OpenApiDocument, ReferenceSchema } from './openapi';

/** A resolved schema with its name, from `$ref` or an `allOf` of one reference. */
export interface NamedSchema {
  name?: string;
  schema: ReferenceSchema;
  description?: string;
  isReadOnly: boolean;
}

export interface SchemaField {
  name: string;
  schema: ReferenceSchema;
  isRequired: boolean;
}

export interface Variant {
  label: string;
  schema: ReferenceSchema;
  description?: string;
}

/** Resolves references, inheritance and unions of one document. */
export class SchemaReader {
  private readonly schemas: Record<string, ReferenceSchema>;
  /** Schemas by the base with a discriminator that their `allOf` refers to. */
  private readonly derived = new Map<string, string[]>();
  private readonly sizes = new Map<string, number>();

  constructor(document: OpenApiDocument) {
    this.schemas = document.components?.schemas ?? {};
    for (const [name, schema] of Object.entries(this.schemas)) {
      for (const { $ref } of schema.allOf ?? []) {
        const base = $ref && referenceName($ref);
        if (base && this.schemas[base]?.discriminator)
          this.derived.set(base, [...(this.derived.get(base) ?? []), name]);
      }
    }
  }

  resolve(schema: ReferenceSchema): NamedSchema {
    if (schema.$ref) {
      const name = referenceName(schema.$ref);
      const target = this.resolve(this.schemas[name] ?? {});
      return { ...target, name: target.name ?? name };
    }
    const single = schema.allOf?.length === 1 && !schema.properties ? schema.allOf[0] : undefined;
    if (!single) return withDescription({ schema, isReadOnly: schema.readOnly ?? false }, schema.description);
    const target = this.resolve(single);
    return withDescription(
      {
        ...target,
        schema: { ...target.schema, ...withoutInheritance(schema) },
        isReadOnly: schema.readOnly ?? target.isReadOnly,
      },
      schema.description ?? target.description,
    );
  }

  /**
   * Returns the fields of an object, inherited ones first. A union has none: fields beside its variants exist for client
   * generators.
   */
  fields(schema: ReferenceSchema): SchemaField[] {
    const { schema: own } = this.resolve(schema);
    if (own.oneOf) return [];
    const inherited = (own.allOf ?? []).flatMap((part) => this.fields(part));
    const required = new Set([
      ...(own.required ?? []),
      ...inherited.filter((field) => field.isRequired).map(({ name }) => name),
    ]);
    const merged = new Map(inherited.map((field) => [field.name, field]));
    for (const [name, property] of Object.entries(own.properties ?? {})) {
      merged.set(name, { name, schema: property, isRequired: required.has(name) });
    }
    return [...merged.values()].map((field) => ({ ...field, isRequired: required.has(field.name) }));
  }

  variants({ name, schema }: NamedSchema): Variant[] {
    const parts = schema.oneOf ?? schema.anyOf;
    if (parts) {
      const labels = new Map(Object.entries(schema.discriminator?.mapping ?? {}).map(([value, ref]) => [ref, value]));
      return parts.map((part) => this.variant(part, labels.get(part.$ref ?? '')));
    }
    const derived = name && schema.discriminator ? (this.derived.get(name) ?? []) : [];
    return derived.map((other) => this.variant({ $ref: `#/components/schemas/${other}` }, other));
  }

  size(schema: ReferenceSchema, around: string[] = []): number {
    const named = this.resolve(schema);
    if (named.name && around.includes(named.name)) return 0;
    const known = named.name === undefined ? undefined : this.sizes.get(named.name);
    if (known !== undefined) return known;
    const inside = named.name ? [...around, named.name] : around;
    const parts = [
      ...(named.schema.items ? [named.schema.items] : []),
      ...this.fields(named.schema).map((field) => field.schema),
      ...this.variants(named).map((variant) => variant.schema),
    ];
    const size = parts.reduce((sum, part) => sum + 1 + this.size(part, inside), 0);
    if (named.name && around.length === 0) this.sizes.set(named.name, size);
    return size;
  }

  private variant(schema: ReferenceSchema, label?: string): Variant {
    const { name, schema: target, description } = this.resolve(schema);
    return {
      label: label ?? name ?? target.title ?? target.format ?? target.type ?? 'вариант',
      schema,
      ...(description ? { description } : {}),
    };
  }
}

export function referenceName(reference: string): string {
  return decodeURIComponent(reference.slice(reference.lastIndexOf('/') + 1));
}

function withDescription(named: NamedSchema, description: string | undefined): NamedSchema {
  return description ? { ...named, description } : named;
}

function withoutInheritance(schema: ReferenceSchema): ReferenceSchema {
  const { allOf: _allOf, ...rest } = schema;
  return rest;
}
