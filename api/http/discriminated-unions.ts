import type { TsoaRoute } from '@tsoa/runtime';

/** A union of objects that one field tells apart. */
export interface UnionVariants {
  /** The field that each form has, with literals that no other form has. */
  discriminator: string;
  /** The form that a literal of the discriminator names. */
  byLiteral: ReadonlyMap<string, TsoaRoute.PropertySchema>;
}

/** The unions of an API's models, each with the field by which its forms are told apart, as the specification has it. */
export class DiscriminatedUnions {
  private readonly known = new WeakMap<readonly TsoaRoute.PropertySchema[], { forms: UnionVariants | undefined }>();

  constructor(private readonly models: TsoaRoute.Models) {}

  /** @returns undefined for a union that no field tells apart */
  of(variants: readonly TsoaRoute.PropertySchema[]): UnionVariants | undefined {
    const known = this.known.get(variants);
    if (known) return known.forms;
    const forms = this.read(variants);
    this.known.set(variants, { forms });
    return forms;
  }

  /** The one form of which a value has a field that no other form knows; undefined where there is none such, or several. */
  meantBy(variants: readonly TsoaRoute.PropertySchema[], value: unknown): TsoaRoute.PropertySchema | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = variants.map((variant) => new Set(this.getFields(variant)));
    const meant = variants.filter((_, index) => {
      const others = fields.filter((_other, place) => place !== index);
      return [...(fields[index] ?? [])].some((name) => name in value && !others.some((other) => other.has(name)));
    });
    return meant.length === 1 ? meant[0] : undefined;
  }

  private read(variants: readonly TsoaRoute.PropertySchema[]): UnionVariants | undefined {
    const [first] = variants;
    for (const discriminator of first ? this.getFields(first) : []) {
      const byLiteral = new Map<string, TsoaRoute.PropertySchema>();
      const literals = variants.map((variant) => this.getLiterals(variant, discriminator));
      variants.forEach((variant, index) => literals[index]?.forEach((literal) => byLiteral.set(literal, variant)));
      const isTellingApart = literals.every((some) => some.length > 0) && byLiteral.size === literals.flat().length;
      if (isTellingApart) return { discriminator, byLiteral };
    }
    return undefined;
  }

  private getFields(schema: TsoaRoute.PropertySchema): string[] {
    const { properties, variants } = this.resolved(schema);
    return variants?.[0] ? this.getFields(variants[0]) : Object.keys(properties ?? {});
  }

  /** The literals that a field takes in a form, which may itself be a union; none where the field is free or optional. */
  private getLiterals(schema: TsoaRoute.PropertySchema, field: string): string[] {
    const { properties, variants } = this.resolved(schema);
    if (variants) {
      const literals = variants.map((variant) => this.getLiterals(variant, field));
      return literals.every((some) => some.length > 0) ? [...new Set(literals.flat())] : [];
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
