import Ajv2019, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

const FORMATS_OF_OPENAPI = ['int32', 'int64', 'float', 'double', 'binary', 'uri-template', 'ip-address', 'inn', 'gs1'];

/** OpenAPI documents without undeclared fields, to which values are compared. Objects without any declared field (metadata) stay open. */
export class ClosedDocuments {
  private readonly ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor() {
    addFormats(this.ajv);
    for (const name of FORMATS_OF_OPENAPI) this.ajv.addFormat(name, true);
  }

  add(name: string, document: object): void {
    this.ajv.addSchema(walked(document) as object, name, false, false);
  }

  /** Contradictions of a value to the schema at a place, `name#/pointer`. */
  listContradictions($ref: string, value: unknown): string[] {
    const validate = this.validators.get($ref) ?? this.ajv.compile(closedSchema({ $ref }));
    this.validators.set($ref, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(described);
  }
}

/** Closes a schema of a whole value, not of a part of a union. */
function closedSchema(schema: object): object {
  return { ...schema, unevaluatedProperties: false };
}

/** Formats a contradiction with its place and undeclared field. */
function described({ instancePath, message, params }: ErrorObject): string {
  const { unevaluatedProperty } = params as { unevaluatedProperty?: string };
  return `${instancePath || 'the body'} ${message}${unevaluatedProperty ? `: ${unevaluatedProperty}` : ''}`;
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked);
  if (typeof value !== 'object' || value === null) return value;
  const schema: Schema = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walked(child)]));
  if (isSchemas(schema['properties'])) schema['properties'] = closedEach(schema['properties']);
  if (isSchema(schema['items'])) schema['items'] = closedSchema(schema['items']);
  if (isFree(schema)) schema['additionalProperties'] = true;
  return schema;
}

function closedEach(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closedSchema(each) as Schema]));
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Distinguishes schemas from a field named `properties`. */
const isSchemas = (value: unknown): value is Record<string, Schema> =>
  isSchema(value) && Object.values(value).every(isSchema);

function isFree(schema: Schema): boolean {
  const shapes = ['properties', 'additionalProperties', 'allOf', 'oneOf', 'anyOf', '$ref'];
  return schema['type'] === 'object' && !shapes.some((name) => name in schema);
}
