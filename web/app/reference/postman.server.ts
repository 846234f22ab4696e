import { createHash } from 'node:crypto';
import { plainText } from './prose';
import type { ApiReference, OperationModel } from './reference';
import { sampleValue } from './samples/sample-value';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection of requests to import: one folder a group, one request an operation, the key and address as variables. */
export function writePostmanCollection(reference: ApiReference): string {
  const { specification, version, description, groups } = reference;
  const collection = {
    info: {
      _postman_id: uuidOf(specification.route),
      name: `${specification.title}, версия ${version}`,
      description: plainText(description),
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: specification.samplesBaseUrl ?? '' },
      { key: 'apiKey', value: '' },
    ],
    item: groups.map(({ title, description: about, operations }) => ({
      name: title,
      description: plainText(about),
      item: operations.map(describeRequest),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function describeRequest(operation: OperationModel) {
  const { method, path, parameters, body, title, description, needsKey, reader } = operation;
  const scope = { reader, isRequest: true };
  const sample = (name: string): string => {
    const parameter = parameters.find((one) => one.name === name);
    return String(parameter?.example ?? sampleValue(parameter?.schema ?? {}, scope, { name }));
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
      ...(body
        ? { body: { mode: 'raw', raw: JSON.stringify(body.example ?? sampleValue(body.schema, scope), null, 2) } }
        : {}),
    },
  };
}

/** The same id at every build, so that importing anew replaces the collection instead of adding one. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`holdfast ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
