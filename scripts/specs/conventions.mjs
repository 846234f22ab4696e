// What every operation of an API has in common and no controller repeats: headers, answers, authorisation, tags.

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Each operation as { path, method, operation }. */
export function operations(spec) {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  );
}

/**
 * Adds the common header parameters to each operation. A parameter that its controller does not describe takes the text
 * that belongs to its name, else that of its type.
 */
export function addParameters(spec, { parameters, parameterTexts = {} }) {
  spec.components.parameters = parameters;
  for (const { operation } of operations(spec)) {
    const own = operation.parameters ?? [];
    const declared = new Set(own.map(({ name }) => name.toLowerCase()));
    const added = Object.entries(parameters).filter(([, { name }]) => !declared.has(name.toLowerCase()));
    for (const parameter of own) {
      parameter.description ??= parameterTexts[parameter.name] ?? typeText(spec, parameter.schema);
    }
    operation.parameters = [...added.map(([key]) => ({ $ref: `#/components/parameters/${key}` })), ...own];
  }
}

function typeText(spec, schema) {
  return schema?.$ref && spec.components.schemas[schema.$ref.split('/').pop()].description;
}

/**
 * Says who may call each operation: whoever has a key, unless the API's table names others. Anyone: no authorisation. Access
 * tokens: `x-access-tokens`, by what they are for.
 */
export function nameCallers(spec, { access = {} }) {
  for (const { operation } of operations(spec)) {
    delete operation.security;
    const callers = access[operation.operationId] ?? ['apiKey'];
    if (callers.includes('anyone')) operation.security = [];
    const tokens = callers.flatMap((kind) => /^(.+)Token$/.exec(kind)?.[1] ?? []);
    if (tokens.length > 0) operation['x-access-tokens'] = tokens;
  }
}

/** Adds the answers that an operation can always give, unless its controller says more of them. */
export function addResponses(spec, { responses }) {
  spec.components.responses = Object.fromEntries(responses.map(({ name, response }) => [name, response]));
  for (const { path, method, operation } of operations(spec)) {
    for (const { status, name, applies } of responses) {
      if (operation.responses[status] || !applies({ path, method, operation })) continue;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

const successTexts = {
  200: 'Запрос выполнен.',
  201: 'Объект создан.',
  202: 'Запрос принят к исполнению.',
  204: 'Запрос выполнен. Тело ответа пустое.',
};

/** Words a success that its controller leaves unworded: tsoa says `Ok` then. */
export function describeSuccesses(spec) {
  for (const { operation } of operations(spec)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (successTexts[status] && /^[\x20-\x7e]*$/.test(response.description)) {
        response.description = successTexts[status];
      }
    }
  }
}

/** Puts each operation under the tag whose pattern reaches furthest into its path, the longest where some reach equally. */
export function addTags(spec, tags) {
  const used = new Set();
  for (const { path, method, operation } of operations(spec)) {
    const [tag] = tags
      .map((candidate) => ({ ...candidate, match: candidate.paths.exec(path) }))
      .filter(({ match }) => match)
      .sort((a, b) => reach(b.match) - reach(a.match) || b.match[0].length - a.match[0].length);
    if (!tag) throw new Error(`no tag is given for ${method.toUpperCase()} ${path}`);
    operation.tags = [tag.name];
    used.add(tag.name);
  }
  spec.tags = tags
    .filter(({ name }) => used.has(name))
    .map(({ name, title, description }) => ({ name, 'x-displayName': title, description }));
}

const reach = (match) => match.index + match[0].length;

/** The document with its members in one order, whatever the order of reading was. */
export function inOrder(spec, { info, servers, security, securitySchemes }) {
  const sorted = (record, less = (a, b) => (a < b ? -1 : 1)) =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => less(a, b)));
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
