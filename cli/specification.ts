import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandFields } from '../domain/operators/operator-command/command-fields';
import {
  COMMAND_TYPES,
  isCommandTypeName,
  type CommandTypeName,
} from '../domain/operators/operator-command/command-types';
import { PROJECT_FOLDER } from '../runtime/project-folder';
import type { RemoteCall } from './remote';

interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/** A parameter of an operation as the specification has it, or a field of its body. */
export interface OperationField {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  required?: boolean;
  schema: Schema;
}

/** An operation of `/operators/v1`, or a type of operator command, which `POST /commands` requests. */
export interface ApiOperation {
  id: string;
  commandType?: CommandTypeName;
  /** Fields of the JSON that is validated before it is sent. */
  json?: CommandFields;
  method: RemoteCall['method'];
  path: string;
  fields: readonly OperationField[];
  /** Whether the request names the version that it changes. */
  isVersioned: boolean;
  isFile: boolean;
}

interface SpecifiedOperation {
  operationId: string;
  parameters?: readonly (OperationField | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: object }>;
}

interface SpecifiedApi {
  paths: Record<string, Record<string, SpecifiedOperation>>;
  components: { schemas: Record<string, Schema> };
}

let specified: SpecifiedApi | undefined;

function readSpecification(): SpecifiedApi {
  const file = join(PROJECT_FOLDER, 'specs', 'operators.json');
  return (specified ??= JSON.parse(readFileSync(file, 'utf8')) as SpecifiedApi);
}

function resolve(schema: Schema): Schema {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  if (reference === undefined) return schema;
  return resolve(readSpecification().components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {});
}

/** Finds an operation by its id, or a type of operator command by its name. @throws Error if there is neither */
export function findOperation(id: string): ApiOperation {
  for (const [path, methods] of Object.entries(readSpecification().paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return toOperation(operation, { method: method.toUpperCase(), path });
    }
  }
  if (!isCommandTypeName(id)) throw new Error(`specs/operators.json has no operation ${id}`);
  const { fields: json } = COMMAND_TYPES[id];
  const fields = [...toFields(json.required, true), ...toFields(json.optional, false)];
  return { id, commandType: id, json, method: 'POST', path: '/commands', fields, isVersioned: false, isFile: false };
}

function toOperation(operation: SpecifiedOperation, { method, path }: { method: string; path: string }): ApiOperation {
  const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter);
  const body = resolve(operation.requestBody?.content['application/json']?.schema ?? {});
  const bodyFields = Object.entries(body.properties ?? {}).map(([name, schema]) => {
    return { name, in: 'body' as const, required: body.required?.includes(name) === true, schema };
  });
  return {
    id: operation.operationId,
    method: method as RemoteCall['method'],
    path,
    fields: [...parameters.filter((parameter) => parameter.in !== 'header'), ...bodyFields].map((field) => {
      return { ...field, schema: resolveItems(field.schema) };
    }),
    isVersioned: parameters.some(({ name }) => name === 'If-Match'),
    isFile: 'text/csv' in (operation.responses['200']?.content ?? {}),
  };
}

function resolveItems(schema: Schema): Schema {
  const { items, ...rest } = resolve(schema);
  return items ? { ...rest, items: resolve(items) } : rest;
}

/** The fields of an operator command as fields of a body. */
function toFields(fields: CommandFields['required'], required: boolean): OperationField[] {
  return Object.entries(fields).map(([name, { choices }]) => {
    return { name, in: 'body', required, schema: { type: 'string', ...(choices && { enum: choices.map(String) }) } };
  });
}
