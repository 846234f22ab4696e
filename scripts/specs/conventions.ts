// Additions common to all operations of an API: headers, responses, authorisation, tags.

import type { CommonAnswer, Document, Frame, Tag } from './document';
import { listParameters, type PlacedOperation, type Schema, type Specification } from './openapi';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function operations(spec: Specification): PlacedOperation[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? { path, method, operation: item[method] } : [])),
  );
}

/**
 * Adds the common header parameters to each operation, and descriptions by the name or type of a parameter that its
 * controller leaves undescribed.
 */
export function addParameters(spec: Specification, { parameters, parameterTexts = {} }: Document): void {
  spec.components.parameters = parameters;
  for (const { operation } of operations(spec)) {
    const own = listParameters(operation).map((parameter) => ({
      description: parameterTexts[parameter.name] ?? typeText(spec, parameter.schema),
      ...parameter,
    }));
    const declared = new Set(own.map(({ name }) => name.toLowerCase()));
    const added = Object.entries(parameters).filter(([, { name }]) => !declared.has(name.toLowerCase()));
    operation.parameters = [...added.map(([key]) => ({ $ref: `#/components/parameters/${key}` })), ...own];
  }
}

/** Describes the bodies that controllers read as files. */
export function addFileBodies(spec: Specification, { fileBodies = {} }: Document): void {
  for (const { operation } of operations(spec)) {
    const description = fileBodies[operation.operationId];
    if (description === undefined) continue;
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    operation.requestBody = { description, required: true, content };
  }
}

/** The suffixes of names that Go clients derive from operations. */
const NAMED_BY_OPERATION = /(?:Response|Params|JSONRequestBody)$/;

/** Gives another Go name to schemas that would collide with names derived from operations. */
export function nameApartInGo(spec: Specification): void {
  const ids = new Set(operations(spec).map(({ operation }) => operation.operationId.toLowerCase()));
  for (const [name, schema] of Object.entries(spec.components.schemas)) {
    const isTaken = NAMED_BY_OPERATION.test(name) && ids.has(name.replace(NAMED_BY_OPERATION, '').toLowerCase());
    if (isTaken) schema['x-go-name'] = `${name}Body`;
  }
}

function typeText(spec: Specification, schema: Schema | undefined): string | undefined {
  const name = schema?.$ref?.split('/').pop();
  return name === undefined ? undefined : spec.components.schemas[name]?.description;
}

/**
 * Adds the callers of each operation: any key by default, none for public ones, `x-access-tokens` for access tokens.
 */
export function nameCallers(spec: Specification, { access = {} }: Document): void {
  for (const { operation } of operations(spec)) {
    delete operation.security;
    const callers = access[operation.operationId] ?? ['apiKey'];
    if (callers.includes('anyone')) operation.security = [];
    const tokens = callers.flatMap((kind) => /^(.+)Token$/.exec(kind)?.[1] ?? []);
    if (tokens.length > 0) operation['x-access-tokens'] = tokens;
  }
}

/** Adds the common responses that its controller does not describe. */
export function addResponses(spec: Specification, { responses }: { responses: readonly CommonAnswer[] }): void {
  spec.components.responses = Object.fromEntries(responses.map(({ name, response }) => [name, response]));
  for (const { path, method, operation } of operations(spec)) {
    for (const { status, name, applies } of responses) {
      if (operation.responses[status] || !applies({ path, method, operation })) continue;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

const successTexts: Readonly<Record<string, string>> = {
  200: 'Запрос выполнен.',
  201: 'Объект создан.',
  202: 'Запрос принят к исполнению.',
  204: 'Запрос выполнен. Тело ответа пустое.',
};

/** Describes successes for which tsoa writes only `Ok`: as their type, if it is described. */
export function describeSuccesses(spec: Specification): void {
  for (const { operation } of operations(spec)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { schema } = ('content' in response && response.content?.['application/json']) || {};
      const text = (status === '200' && typeText(spec, schema)) || successTexts[status];
      if (text && 'description' in response && /^[\x20-\x7e]*$/.test(response.description)) {
        response.description = text;
      }
    }
  }
}

/** Marks text responses as text and files as bytes: tsoa writes base64 for every stream. */
export function describeStreams(spec: Specification): void {
  for (const { operation } of operations(spec)) {
    for (const response of Object.values(operation.responses)) {
      if (!('content' in response)) continue;
      for (const [type, { schema }] of Object.entries(response.content ?? {})) {
        if (type.startsWith('text/')) delete schema.format;
        if (type === 'application/octet-stream') schema.format = 'binary';
      }
    }
  }
}

/** Adds the tag whose pattern matches furthest into the path; of equal ones the longest match. */
export function addTags(spec: Specification, tags: readonly Tag[]): void {
  const used = new Set<string>();
  for (const { path, method, operation } of operations(spec)) {
    const [tag] = tags
      .flatMap((candidate) => {
        const match = candidate.paths.exec(path);
        return match ? { ...candidate, match } : [];
      })
      .sort((a, b) => reach(b.match) - reach(a.match) || b.match[0].length - a.match[0].length);
    if (!tag) throw new Error(`no tag matches ${method.toUpperCase()} ${path}`);
    operation.tags = [tag.name];
    used.add(tag.name);
  }
  spec.tags = tags
    .filter(({ name }) => used.has(name))
    .map(({ name, title, description }) => ({ name, 'x-displayName': title, description }));
}

const reach = (match: RegExpExecArray) => match.index + match[0].length;

function sorted<Value>(
  record: Readonly<Record<string, Value>>,
  less: (a: string, b: string) => number = (a, b) => (a < b ? -1 : 1),
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => less(a, b)));
}

/** The document with its members in a fixed order. */
export function inOrder(spec: Specification, { info, servers, security, securitySchemes }: Frame) {
  const paths = Object.fromEntries(
    Object.entries(sorted(spec.paths)).map(([path, item]) => [
      path,
      sorted(item, (a, b) => METHODS.indexOf(a) - METHODS.indexOf(b)),
    ]),
  );
  const { schemas, parameters, responses } = spec.components;
  return {
    openapi: '3.0.3',
    info,
    servers,
    security,
    tags: spec.tags,
    paths,
    components: { securitySchemes, parameters, responses, schemas: sorted(schemas) },
  };
}
