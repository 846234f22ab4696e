/** The parts of an OpenAPI document that are read or changed here. */
export interface Specification {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Readonly<Record<string, Parameter>>;
    responses?: Readonly<Record<string, ResponseObject>>;
  };
  tags?: readonly { name: string; 'x-displayName': string; description: string }[];
}

export interface Operation {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: object;
  responses: Record<string, ResponseObject | Reference>;
  security?: readonly SecurityRequirement[];
  tags?: string[];
  'x-access-tokens'?: string[];
}

export interface PlacedOperation {
  path: string;
  method: string;
  operation: Operation;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export function listParameters({ parameters = [] }: Operation): Parameter[] {
  return parameters.filter((parameter) => 'name' in parameter);
}

export interface ResponseObject {
  description: string;
  content?: Readonly<Record<string, { schema: Schema }>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  nullable?: boolean;
  readOnly?: boolean;
  deprecated?: boolean;
  example?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  enum?: (string | number)[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  'x-read-only'?: boolean;
  'x-required'?: boolean;
  'x-default'?: unknown;
  'x-go-name'?: string;
}
