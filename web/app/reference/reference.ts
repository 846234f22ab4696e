import { siteConfig, type ApiSpecification } from '../../site.config';
import { eventGroups, type EventSources } from './events';
import type { Method, OpenApiDocument, ReferenceOperation, ReferenceParameter, Response } from './openapi';
import { sortByUse } from './order-of-use';
import type { ApiReference, OperationGroup, OperationModel, ResponseModel } from './reference-model';
import { referenceName, SchemaReader } from './schema-reader';
import { firstSentence, plainText } from './prose';

export type { ApiReference, OperationModel, ResponseModel };

const METHODS: Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Builds the references of the site from documents by file name; missing ones are left out. */
export function buildReferences(
  documents: Readonly<Record<string, OpenApiDocument>>,
  events?: EventSources,
): ApiReference[] {
  return siteConfig.specifications.map((specification: ApiSpecification) => {
    const names = [specification.source, ...(specification.includes ?? [])];
    const own = names.flatMap((name) => documents[name] ?? []);
    return buildReference(specification, own, events);
  });
}

export function buildReference(
  specification: ApiSpecification,
  documents: OpenApiDocument[],
  events: EventSources = {},
): ApiReference {
  const [main] = documents;
  const isIncoming = documents.flatMap((document) => groupOperations(document));
  const groups = specification.direction === 'outgoing' ? withEvents(isIncoming, events) : isIncoming;
  const schemes = Object.values(main?.components?.securitySchemes ?? {});
  return {
    specification,
    version: main?.info.version ?? '',
    description: main?.info.description ?? specification.description,
    authorization: schemes.find(({ description }) => description)?.description ?? '',
    groups,
    operations: groups.flatMap(({ operations }) => operations),
  };
}

function withEvents(groups: OperationGroup[], events: EventSources): OperationGroup[] {
  return groups.flatMap((group) => [group, ...group.operations.flatMap((operation) => eventGroups(operation, events))]);
}

function groupOperations(document: OpenApiDocument): OperationGroup[] {
  const reader = new SchemaReader(document);
  const groups = new Map<string, OperationGroup>();
  for (const { name, description, 'x-displayName': title } of document.tags ?? []) {
    groups.set(name, { id: name, title: title ?? name, description: description ?? '', operations: [] });
  }
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? path.split('/').find((part) => part && part !== 'processing') ?? '';
      if (!groups.has(tag)) groups.set(tag, { id: tag, title: tag, description: '', operations: [] });
      groups
        .get(tag)
        ?.operations.push(readOperation({ document, reader, method, path, operation, shared: item.parameters }));
    }
  }
  return [...groups.values()]
    .filter(({ operations }) => operations.length > 0)
    .map((group) => ({ ...group, operations: sortByUse(group.operations) }));
}

function readOperation(input: {
  document: OpenApiDocument;
  reader: SchemaReader;
  method: Method;
  path: string;
  operation: ReferenceOperation;
  shared: ReferenceParameter[] | undefined;
}): OperationModel {
  const { document, reader, method, path, operation, shared } = input;
  const base = document.servers?.[0]?.url ?? '';
  const id = operation.operationId ?? `${method}${path}`;
  const description = operation.description ?? '';
  const title = operation.summary ?? (firstSentence(description) || id);
  const security = operation.security ?? document.security ?? [];
  return {
    id,
    method,
    path: (base.startsWith('/') ? base : '') + path,
    title: plainText(title).replace(/\.$/, ''),
    description,
    summary: firstSentence(description) || operation.summary || `${method.toUpperCase()} ${path}`,
    parameters: [...(shared ?? []), ...(operation.parameters ?? [])].map((parameter) =>
      resolveReference(parameter, document.components?.parameters),
    ),
    ...readBody(operation, document),
    responses: Object.entries(operation.responses ?? {}).map(([status, response]) =>
      readResponse(status, resolveReference(response, document.components?.responses)),
    ),
    needsKey: security.length > 0,
    accessTokens: operation['x-access-tokens'] ?? [],
    reader,
  };
}

function readBody(operation: ReferenceOperation, document: OpenApiDocument): Pick<OperationModel, 'body'> {
  if (!operation.requestBody) return {};
  const body = resolveReference(operation.requestBody, document.components?.requestBodies);
  const [mediaType, media] = Object.entries(body.content ?? {})[0] ?? [];
  if (!mediaType || !media?.schema) return {};
  return {
    body: {
      schema: media.schema,
      mediaType,
      ...(body.description ? { description: body.description } : {}),
      ...(media.example === undefined ? {} : { example: media.example }),
    },
  };
}

function readResponse(status: string, response: Response): ResponseModel {
  const media = Object.values(response.content ?? {})[0];
  return {
    status,
    description: response.description ?? '',
    ...(media?.schema ? { schema: media.schema } : {}),
    ...(media?.example === undefined ? {} : { example: media.example }),
    headers: Object.entries(response.headers ?? {}).map(([name, { description = '' }]) => ({ name, description })),
  };
}

function resolveReference<Value extends { $ref?: string }>(
  value: Value,
  components: Record<string, Value> | undefined,
): Value {
  return value.$ref ? (components?.[referenceName(value.$ref)] ?? value) : value;
}
