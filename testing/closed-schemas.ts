import Ajv2019, { type ErrorObject } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

const FORMATS_OF_OPENAPI = ['int32', 'int64', 'float', 'double', 'binary', 'uri-template', 'ip-address'];

/** A validator of what the platform says, to which `closed` documents are added. */
export function closedValidator(): Ajv2019 {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  for (const name of FORMATS_OF_OPENAPI) ajv.addFormat(name, true);
  return ajv;
}

/**
 * A copy of an OpenAPI document in which no object has a field that is not declared: neither in a property, nor in an item
 * of a list, nor in a part of a union. An object that declares no field at all is free, as metadata is.
 */
export function closed<Document extends object>(document: Document): Document {
  return walked(document) as Document;
}

/** A schema of such a document where a whole value stands, not a part of one. */
export function closedSchema(schema: object): object {
  return { ...schema, unevaluatedProperties: false };
}

/** A contradiction in words, with its place and the name of a field that is too many. */
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

/** A field may be called `properties` too; then its parts are no schemas. */
const isSchemas = (value: unknown): value is Record<string, Schema> =>
  isSchema(value) && Object.values(value).every(isSchema);

function isFree(schema: Schema): boolean {
  const shapes = ['properties', 'additionalProperties', 'allOf', 'oneOf', 'anyOf', '$ref'];
  return schema['type'] === 'object' && !shapes.some((name) => name in schema);
}
