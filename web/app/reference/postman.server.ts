import { createHash } from 'node:crypto';
import { plainText } from './prose';
import type { ApiReference, OperationModel } from './reference';
import { sampleBody, sampleParameter, sampleRequest, takesFile } from './samples/request-samples';
import { splitVariables, variablesIn } from './samples/variables';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Writes a Postman collection: one folder for each group, variables for the key, the address and the values of
 * samples.
 */
export function writePostmanCollection(reference: ApiReference): string {
  const { specification, version, description, groups, operations } = reference;
  const collection = {
    info: {
      _postman_id: getUuid(specification.route),
      name: `${specification.title}, версия ${version}`,
      description: plainText(description),
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: specification.samplesBaseUrl ?? '' },
      { key: 'apiKey', value: '' },
      ...getVariables(operations).map((key) => ({ key, value: '' })),
    ],
    item: groups.map(({ title, description: about, operations: own }) => ({
      name: title,
      description: plainText(about),
      item: own.map(describeRequest),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** The variables of the samples. */
function getVariables(operations: readonly OperationModel[]): string[] {
  return [...new Set(operations.flatMap((operation) => variablesIn(sampleRequest(operation))))];
}

/** Writes variables in the notation of Postman. */
function convertVariables(text: string): string {
  return splitVariables(text)
    .map((part, place) => (place % 2 ? `{{${part}}}` : part))
    .join('');
}

function describeRequest(operation: OperationModel) {
  const { method, path, parameters, body, title, description, needsKey } = operation;
  const sample = (name: string): string => {
    const parameter = parameters.find((one) => one.name === name);
    return parameter ? convertVariables(sampleParameter(operation, parameter)) : name;
  };
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description: about = '' }) => ({
      key: name,
      value: required ? sample(name) : '',
      description: plainText(about),
      disabled: !required,
    }));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const filled = path.replace(/\{(\w+)\}/g, ':$1');
  return {
    name: title,
    request: {
      method: method.toUpperCase(),
      description: plainText(description),
      ...(needsKey ? {} : { auth: { type: 'noauth' } }),
      header: [
        { key: 'X-Request-ID', value: '{{$randomAlphaNumeric}}{{$timestamp}}' },
        ...(body ? [{ key: 'Content-Type', value: body.mediaType }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${filled}`,
        host: ['{{baseUrl}}'],
        path: filled.split('/').filter(Boolean),
        query,
        variable: names.map((name) => ({ key: name, value: sample(name) })),
      },
      ...(takesFile(operation)
        ? { body: { mode: 'file' } }
        : body
          ? { body: { mode: 'raw', raw: convertVariables(JSON.stringify(sampleBody(operation), null, 2)) } }
          : {}),
    },
  };
}

/** A stable id, so that a repeated import replaces the collection. */
function getUuid(name: string): string {
  const hex = createHash('sha256').update(`holdfast ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
