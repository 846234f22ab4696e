import type { ReferenceSchema } from '../../app/reference/openapi';
import { getParameters, plainText } from '../../app/reference/prose';
import { getOccasions, type EventModel } from '../../app/reference/events';
import type { ApiReference, OperationModel } from '../../app/reference/reference';
import type { OperationDocument, PageDocument, SectionDocument } from '../engine/documents';

export interface ReferenceAddresses {
  readonly overview: (reference: ApiReference) => string;
  readonly operation: (reference: ApiReference, operation: OperationModel) => string;
}

interface FoundField {
  readonly path: readonly string[];
  readonly text: string;
}

const MAX_FIELD_DEPTH = 5;

/**
 * Returns the pages of one API. A field, error code or response that several operations describe identically is indexed once,
 * with the most relevant operation; every operation keeps the names of all its fields.
 *
 * @param seen what earlier APIs describe; it is added to
 */
export function referenceDocuments(
  reference: ApiReference,
  addresses: ReferenceAddresses,
  seen: Set<string>,
): PageDocument[] {
  const sections = new Map<OperationModel, SectionDocument[]>();
  const carriers = new Set(reference.operations.flatMap(({ event }) => event?.carrier.id ?? []));
  for (const operation of [...reference.operations].sort((a, b) => rank(a) - rank(b))) {
    // Fields of an event are indexed with the event's page, not with the carrier.
    const fields = fieldSections(carriers.has(operation.id) ? withoutBody(operation) : operation, seen);
    sections.set(operation, [...responseSections(operation, seen), ...fields]);
  }
  const { title, description } = reference.specification;
  const overview: PageDocument = {
    url: addresses.overview(reference),
    title,
    kind: 'reference',
    breadcrumbs: ['API'],
    description,
    sections: [
      { kind: 'heading', hash: '', title: '', text: plainText(reference.description) },
      ...reference.groups.map((group): SectionDocument => ({
        kind: 'heading',
        hash: group.id,
        title: group.title,
        text: plainText(group.description),
      })),
    ],
  };
  const pages = reference.groups.flatMap((group) =>
    group.operations.map((operation): PageDocument => ({
      url: addresses.operation(reference, operation),
      breadcrumbs: ['API', title, group.title],
      ...(operation.event ? eventPage(operation, operation.event) : operationPage(operation)),
      sections: withFieldNames(operation, sections.get(operation) ?? []),
    })),
  );
  return [overview, ...pages];
}

function withoutBody({ body: _body, ...operation }: OperationModel): OperationModel {
  return operation;
}

function operationPage(operation: OperationModel): Omit<PageDocument, 'url' | 'breadcrumbs' | 'sections'> {
  const { title, description } = operation;
  return {
    title: plainText(title),
    kind: 'operation',
    description: plainText(description === title ? '' : description),
    operation: getCall(operation),
  };
}

/** An event is found by its name, its subscription names and its occasion. */
function eventPage(
  { id, summary, description }: OperationModel,
  event: EventModel,
): Omit<PageDocument, 'url' | 'breadcrumbs' | 'sections'> {
  const { subscriptions = [] } = event;
  return {
    title: `${id}: ${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}`,
    kind: 'event',
    description: plainText([...(description === summary ? [] : [description]), ...getOccasions(event)].join(' ')),
    keywords: subscriptions.filter((name) => name !== id),
  };
}

function getCall({ method, path, id }: OperationModel): OperationDocument {
  return { method, path, operationId: id };
}

/** Ranks operations for shared fields: create, then read, then list. */
function rank(operation: OperationModel): number {
  if (operation.event) return 1;
  if (operation.method === 'post') return 0;
  return operation.path.endsWith('}') ? 1 : 2;
}

function responseSections(operation: OperationModel, seen: Set<string>): SectionDocument[] {
  return operation.responses.flatMap(({ status, description, schema }): SectionDocument[] => {
    if (status.startsWith('2')) return [];
    const hash = `response-${status}`;
    const codes = schema === undefined ? [] : getErrorCodes(operation, schema);
    const answer: SectionDocument = { kind: 'errorCode', hash, title: status, text: plainText(description) };
    const meanings = codes.map(({ code, meaning }): SectionDocument => ({
      kind: 'errorCode',
      hash,
      title: code,
      text: meaning,
    }));
    return [answer, ...meanings].filter(({ title, text }) => isFirst(seen, `${title} ${text}`));
  });
}

function getErrorCodes(operation: OperationModel, schema: ReferenceSchema): { code: string; meaning: string }[] {
  const { reader } = operation;
  const codes = reader.fields(schema).filter(({ name }) => name === 'code' || name === 'errorType');
  return codes.flatMap((field) => {
    const { schema: target, description = '' } = reader.resolve(field.schema);
    return (target.enum ?? []).map((code) => ({
      code: String(code),
      meaning: plainText(getParameters(String(code), description)),
    }));
  });
}

function fieldSections(operation: OperationModel, seen: Set<string>): SectionDocument[] {
  return getFields(operation)
    .filter(({ path, text }) => text !== '' && isFirst(seen, `${path.at(-1)} ${text}`))
    .map(({ path, text }) => ({ kind: 'field', hash: getAnchor(path), title: path.at(-1) ?? '', text }));
}

/** Fields have anchors three levels deep; deeper ones use the outer field's. */
function getAnchor(path: readonly string[]): string {
  return path.slice(0, 3).join('.');
}

/** Adds the names of fields that are described with another operation. */
function withFieldNames(operation: OperationModel, sections: readonly SectionDocument[]): SectionDocument[] {
  const own = new Set(sections.filter(({ kind }) => kind === 'field').map(({ title }) => title));
  const names = getFields(operation).flatMap(({ path }) => (path.length < 3 ? (path.at(-1) ?? []) : []));
  const others = [...new Set(names)].filter((name) => !own.has(name));
  const text = others.length === 0 ? '' : `Поля: ${others.join(', ')}`;
  return [...sections, { kind: 'heading', hash: '', title: '', text }];
}

function getFields(operation: OperationModel): FoundField[] {
  const { reader, parameters, body, responses } = operation;
  const fields: FoundField[] = parameters
    .filter(({ name }) => !name.startsWith('X-Request'))
    .map(({ name, description = '', schema }) => ({ path: [name], text: formatText(description, schema) }));
  const open = new Set<string>();
  const walk = (schema: ReferenceSchema, path: readonly string[]): void => {
    const { name, schema: target } = reader.resolve(schema);
    if (path.length > MAX_FIELD_DEPTH || (name !== undefined && open.has(name))) return;
    if (name !== undefined) open.add(name);
    if (target.items !== undefined) walk(target.items, path);
    for (const field of reader.fields(schema)) {
      const { description = '', schema: own } = reader.resolve(field.schema);
      fields.push({ path: [...path, field.name], text: formatText(description, own) });
      walk(field.schema, [...path, field.name]);
    }
    for (const variant of reader.variants(reader.resolve(schema))) walk(variant.schema, path);
    if (name !== undefined) open.delete(name);
  };
  if (body !== undefined) walk(body.schema, []);
  for (const { status, schema } of responses) if (status.startsWith('2') && schema !== undefined) walk(schema, []);
  return fields;
}

function formatText(description: string, schema: ReferenceSchema | undefined): string {
  const values = (schema?.enum ?? []).map(String);
  return [plainText(description), values.length > 1 ? `Значения: ${values.join(', ')}` : ''].filter(Boolean).join(' ');
}

function isFirst(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
