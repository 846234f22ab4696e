import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../runtime/project-folder';

/** The part of a schema that the size limits use. */
export interface SpecifiedSchema {
  $ref?: string;
  allOf?: SpecifiedSchema[];
  oneOf?: SpecifiedSchema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  properties?: Record<string, SpecifiedSchema>;
  items?: SpecifiedSchema;
  maxItems?: number;
}

/** A parameter of an operation, or a reference to one. */
export interface SpecifiedParameter {
  $ref?: string;
  in: string;
  name: string;
}

interface SpecifiedOperation {
  operationId?: string;
  parameters?: SpecifiedParameter[];
  responses?: object;
  requestBody?: { content?: Record<string, { schema?: SpecifiedSchema }> };
}

interface SpecificationDocument {
  paths: Record<string, Record<string, SpecifiedOperation>>;
  components?: { schemas?: Record<string, SpecifiedSchema>; parameters?: Record<string, SpecifiedParameter> };
}

type Fields = ReadonlyMap<string, SpecifiedSchema>;

export class RoutedSpecification {
  readonly paths: SpecificationDocument['paths'];
  private readonly schemas: Record<string, SpecifiedSchema>;
  private readonly parameters: Record<string, SpecifiedParameter>;
  private readonly resolved = new WeakMap<SpecifiedSchema, SpecifiedSchema>();
  private readonly ownFields = new WeakMap<SpecifiedSchema, Fields>();

  constructor({ paths, components }: SpecificationDocument) {
    this.paths = paths;
    this.schemas = components?.schemas ?? {};
    this.parameters = components?.parameters ?? {};
  }

  operations(): SpecifiedOperation[] {
    return Object.values(this.paths).flatMap((path) => Object.values(path));
  }

  /** Resolves a reference to a parameter. */
  parameter(given: SpecifiedParameter): SpecifiedParameter {
    return (given.$ref !== undefined && this.parameters[given.$ref.split('/').pop() ?? '']) || given;
  }

  /** Resolves a reference to a schema, also inside a description wrapper. */
  resolve(schema: SpecifiedSchema): SpecifiedSchema {
    const known = this.resolved.get(schema) ?? this.follow(schema);
    this.resolved.set(schema, known);
    return known;
  }

  private follow(schema: SpecifiedSchema): SpecifiedSchema {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
    const target = reference && this.schemas[decodeURIComponent(reference.split('/').pop() ?? '')];
    return target ? this.resolve(target) : schema;
  }

  /** The declared fields of an object, by its union variant; undefined if any field is allowed. */
  getFields(schema: SpecifiedSchema, object: Readonly<Record<string, unknown>>): Fields | undefined {
    const { discriminator, properties, oneOf } = schema;
    if (!discriminator && oneOf) return this.fieldsOfAll(oneOf, object);
    if (!discriminator) return properties && this.own(schema, properties);
    const literal = object[discriminator.propertyName];
    const form = typeof literal === 'string' ? discriminator.mapping?.[literal] : undefined;
    return form ? this.getFields(this.resolve({ $ref: form }), object) : new Map([[discriminator.propertyName, {}]]);
  }

  /** The fields of all variants of a union without a discriminator. */
  private fieldsOfAll(forms: readonly SpecifiedSchema[], object: Readonly<Record<string, unknown>>): Fields {
    return new Map(forms.flatMap((form) => [...(this.getFields(this.resolve(form), object) ?? [])]));
  }

  private own(schema: SpecifiedSchema, properties: Record<string, SpecifiedSchema>): Fields {
    const known = this.ownFields.get(schema) ?? new Map(Object.entries(properties));
    this.ownFields.set(schema, known);
    return known;
  }
}

/** Reads a specification from `specs/`. */
export function readSpecification(name: string): RoutedSpecification {
  const text = readFileSync(join(PROJECT_FOLDER, 'specs', `${name}.json`), 'utf8');
  return new RoutedSpecification(JSON.parse(text) as SpecificationDocument);
}
