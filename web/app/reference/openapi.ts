export interface ReferenceSchema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  title?: string;
  description?: string;
  properties?: Record<string, ReferenceSchema>;
  required?: string[];
  additionalProperties?: boolean | ReferenceSchema;
  items?: ReferenceSchema;
  enum?: (string | number | boolean)[];
  allOf?: ReferenceSchema[];
  oneOf?: ReferenceSchema[];
  anyOf?: ReferenceSchema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  readOnly?: boolean;
  deprecated?: boolean;
  default?: unknown;
  /** A field's default; with `default` some client generators make the field required. */
  'x-default'?: unknown;
  example?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

export interface ReferenceParameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: ReferenceSchema;
  example?: unknown;
}

export interface Media {
  schema?: ReferenceSchema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, Media>;
}

export interface ReferenceOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: ReferenceParameter[];
  requestBody?: { $ref?: string; description?: string; content?: Record<string, Media> };
  responses?: Record<string, Response>;
  security?: Record<string, string[]>[];
  /** Purposes of access tokens that are accepted too. */
  'x-access-tokens'?: string[];
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  security?: Record<string, string[]>[];
  tags?: { name: string; 'x-displayName'?: string; description?: string }[];
  paths: Record<string, Partial<Record<Method, ReferenceOperation>> & { parameters?: ReferenceParameter[] }>;
  components?: {
    schemas?: Record<string, ReferenceSchema>;
    parameters?: Record<string, ReferenceParameter>;
    responses?: Record<string, Response>;
    requestBodies?: Record<string, NonNullable<ReferenceOperation['requestBody']>>;
    securitySchemes?: Record<string, { description?: string }>;
  };
}
