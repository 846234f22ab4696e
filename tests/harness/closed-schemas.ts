import Ajv2019, { type ErrorObject } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

const FORMATS_OF_OPENAPI = ['int32', 'int64', 'float', 'double', 'binary', 'uri-template', 'ip-address', 'inn', 'gs1'];

/** A validator of responses and messages against `closed` documents. */
export function closedValidator(): Ajv2019 {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  for (const name of FORMATS_OF_OPENAPI) ajv.addFormat(name, true);
  return ajv;
}

/** Copies an OpenAPI document without undeclared fields; objects without any declared field (metadata) stay open. */
export function closed<Document extends object>(document: Document): Document {
  return walked(document) as Document;
}

/** Closes a schema of a whole value, not of a part of a union. */
export function closedSchema(schema: object): object {
  return { ...schema, unevaluatedProperties: false };
}

/** Formats a contradiction with its place and undeclared field. */
export function described({ instancePath, message, params }: ErrorObject): string {
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
