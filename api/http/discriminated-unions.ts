import type { TsoaRoute } from '@tsoa/runtime';

/** A union of objects with a discriminator field. */
export interface UnionVariants {
  /** The field that each variant has, with literals of its own. */
  discriminator: string;
  /** The variant by the literal of the discriminator. */
  byLiteral: ReadonlyMap<string, TsoaRoute.PropertySchema>;
}

/** Finds the discriminators of the unions in an API's models. */
export class DiscriminatedUnions {
  private readonly known = new WeakMap<readonly TsoaRoute.PropertySchema[], { union: UnionVariants | undefined }>();

  constructor(private readonly models: TsoaRoute.Models) {}

  /** @returns undefined for a union without a discriminator */
  find(variants: readonly TsoaRoute.PropertySchema[]): UnionVariants | undefined {
    const known = this.known.get(variants);
    if (known) return known.union;
    const union = this.read(variants);
    this.known.set(variants, { union });
    return union;
  }

  /** The only variant with a unique field that the value has; undefined if there is none or several. */
  guess(variants: readonly TsoaRoute.PropertySchema[], value: unknown): TsoaRoute.PropertySchema | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = variants.map((variant) => new Set(this.getFields(variant)));
    const candidates = variants.filter((_, index) => {
      const others = fields.filter((_other, place) => place !== index);
      return [...(fields[index] ?? [])].some((name) => name in value && !others.some((other) => other.has(name)));
    });
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  private read(variants: readonly TsoaRoute.PropertySchema[]): UnionVariants | undefined {
    const [first] = variants;
    for (const discriminator of first ? this.getFields(first) : []) {
      const byLiteral = new Map<string, TsoaRoute.PropertySchema>();
      const literals = variants.map((variant) => this.getLiterals(variant, discriminator));
      variants.forEach((variant, index) => literals[index]?.forEach((literal) => byLiteral.set(literal, variant)));
      const isDiscriminator = literals.every((list) => list.length > 0) && byLiteral.size === literals.flat().length;
      if (isDiscriminator) return { discriminator, byLiteral };
    }
    return undefined;
  }

  private getFields(schema: TsoaRoute.PropertySchema): string[] {
    const { properties, variants } = this.resolved(schema);
    return variants?.[0] ? this.getFields(variants[0]) : Object.keys(properties ?? {});
  }

  /** The literals of a required field in a variant, which may be a union itself; none for other types. */
  private getLiterals(schema: TsoaRoute.PropertySchema, field: string): string[] {
    const { properties, variants } = this.resolved(schema);
    if (variants) {
      const literals = variants.map((variant) => this.getLiterals(variant, field));
      return literals.every((list) => list.length > 0) ? [...new Set(literals.flat())] : [];
    }
    const property = properties?.[field];
    return property?.required ? this.enumerated(property) : [];
  }

  private enumerated(schema: TsoaRoute.PropertySchema): string[] {
    const model = schema.ref ? this.models[schema.ref] : undefined;
    if (model?.dataType === 'refAlias') return this.enumerated(model.type);
    if (model?.dataType === 'refEnum') return model.enums.map(String);
    return (schema.dataType === 'enum' ? (schema.enums ?? []) : []).map(String);
  }

  private resolved(schema: TsoaRoute.PropertySchema): {
    properties?: Record<string, TsoaRoute.PropertySchema>;
    variants?: TsoaRoute.PropertySchema[];
  } {
    const model = schema.ref ? this.models[schema.ref] : undefined;
    if (model?.dataType === 'refAlias') return this.resolved(model.type);
    if (model?.dataType === 'refObject') return { properties: model.properties };
    return schema.dataType === 'union' && schema.subSchemas ? { variants: schema.subSchemas } : {};
  }
}
