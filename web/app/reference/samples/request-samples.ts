import type { ReferenceParameter } from '../openapi';
import type { OperationModel } from '../reference';
import { encodeValue, type ApiRequest } from './api-request';
import { externalIDOf } from './chain';
import { sampleValue } from './sample-value';
import { getVariable } from './variables';
import { writeRequest, type RequestSample } from './write-request';

/** A period that contains everything; otherwise both ends would be the same. */
const PERIOD: Readonly<Record<string, string>> = { fromTime: '2026-01-01T00:00:00Z', toTime: '2030-12-31T21:00:00Z' };

/** The request of an operation in each language. */
export function requestSamples(operation: OperationModel): RequestSample[] {
  return writeRequest(sampleRequest(operation));
}

/** The minimal valid request, with variables for values of the reader. */
export function sampleRequest(operation: OperationModel): ApiRequest {
  const { parameters, method } = operation;
  const getValue = (name: string): string => {
    const parameter = parameters.find((one) => one.name === name);
    return parameter ? sampleParameter(operation, parameter) : name;
  };
  const body = sampleBody(operation);
  const isFile = takesFile(operation);
  return {
    method: method.toUpperCase(),
    path: operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeValue(getValue(name))),
    query: parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => [name, getValue(name)] as const),
    needsKey: operation.needsKey,
    hasRequestID: parameters.some(({ name }) => name.toLowerCase() === 'x-request-id'),
    ...(body === undefined ? {} : { body }),
    ...(isFile && { file: getValue('fileName') }),
  };
}

/** A valid parameter value, or a variable. */
export function sampleParameter(operation: OperationModel, parameter: ReferenceParameter): string {
  const { name, schema = {} } = parameter;
  const { reader, id } = operation;
  if (name === 'externalID')
    return externalIDOf(id) ?? String(sampleValue(schema, { reader, isRequest: true }, { name }));
  const target = reader.resolve(schema).schema;
  const written =
    parameter.example ?? schema.example ?? PERIOD[name] ?? target.example ?? target.enum?.[0] ?? target.default;
  return String(written ?? getVariable(name) ?? sampleValue(schema, { reader, isRequest: true }, { name }));
}

/** Whether the body is a file, not JSON. */
export function takesFile({ body }: Pick<OperationModel, 'body'>): boolean {
  return body?.mediaType === 'application/octet-stream';
}

export function sampleBody({ body, reader, id }: OperationModel): unknown {
  if (!body || takesFile({ body })) return undefined;
  const value = body.example ?? sampleValue(body.schema, { reader, isRequest: true });
  const externalID = externalIDOf(id);
  const hasOne = typeof value === 'object' && value !== null && 'externalID' in value;
  return hasOne && externalID ? { ...value, externalID } : value;
}
