import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { root } from '../../scripts/services/platform-process';

/** Published descriptions, reduced (`README.md` there). */
const FOLDER = join(root, 'connectors', 'descriptions');

type Node = Record<string, unknown>;
type Operations = Record<string, Record<string, Node>>;
type Document = Node & { paths?: Operations; webhooks?: Operations };

/** Finds the problems of a request or a response. */
export type CheckBody = (input: { method: string; path: string; status?: number; body: unknown }) => string[];

/** Reads a description of `connectors/descriptions`. */
export function readDescription(name: string): Document {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Document;
}

/** Checks bodies against a published description. */
export function openDescription(name: string): CheckBody {
  const document = readDescription(name);
  const schemas = toJsonSchema(document) as Node;
  // Values of a form are texts.
  const [json, form] = [false, true].map((coerceTypes) =>
    addFormats(new Ajv({ strict: false, logger: false, allErrors: true, coerceTypes })).addSchema(
      schemas,
      'description',
    ),
  ) as [Ajv, Ajv];
  const compiled = new Map<string, ValidateFunction>();
  return ({ method, path, status, body }) => {
    const section = document.webhooks && method === 'WEBHOOK' ? 'webhooks' : 'paths';
    const known = document[section] ?? {};
    const template = Object.keys(known).find((each) => toPattern(each).test(path));
    const verb = section === 'webhooks' ? 'post' : method.toLowerCase();
    if (template === undefined || !known[template]?.[verb]) return [`there is no ${method} ${path}`];
    const parts = [section, template, verb];
    const places =
      status === undefined ? [['requestBody']] : [String(status), 'default'].map((each) => ['responses', each]);
    const place = places
      .flatMap((each) => [JSON_BODY, FORM_BODY].map((type) => [...parts, ...each, 'content', type, 'schema']))
      .find((each) => find(document, each) !== undefined);
    // YooKassa's describes no errors.
    if (!place && (isEmpty(body) || Number(status) >= 400)) return [];
    if (!place) return [`${method} ${path} ${status ?? 'request'} has no described body`];
    const pointer = place.map(escape).join('/');
    const validate =
      compiled.get(pointer) ?? (place.includes(FORM_BODY) ? form : json).compile({ $ref: `description#/${pointer}` });
    compiled.set(pointer, validate);
    if (validate(structuredClone(body))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${method} ${path} ${instancePath} ${message}`);
  };
}

const JSON_BODY = 'application/json';
const FORM_BODY = 'application/x-www-form-urlencoded';

/** Reads a form, whose names may be nested: `card[number]`, `expand[]`. */
export function readForm(text: string): Node {
  const form: Node = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = name.replaceAll(']', '').split('[');
    const last = parts.pop() ?? '';
    const holder = parts.reduce<Node>((at, part, index) => {
      const isList = /^\d*$/.test(parts[index + 1] ?? last);
      return (at[part] ??= isList ? [] : {}) as Node;
    }, form);
    if (Array.isArray(holder)) holder.push(value);
    else holder[last] = value;
  }
  return form;
}

const isEmpty = (body: unknown): boolean => body === undefined || JSON.stringify(body) === '{}';

const escape = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function find(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, part) => (at as Node | undefined)?.[part], node);
}

/** The values of discriminators by the schema that they select. */
function collectMappings(node: unknown, found = new Map<string, string>()): Map<string, string> {
  if (typeof node !== 'object' || node === null) return found;
  const { mapping } = ((node as Node)['discriminator'] ?? {}) as { mapping?: Record<string, string> };
  for (const [value, reference] of Object.entries(mapping ?? {})) found.set(reference, value);
  for (const part of Object.values(node)) collectMappings(part, found);
  return found;
}

/** Converts what JSON Schema does not know: `nullable`, and alternatives that a discriminator selects. */
function toJsonSchema(node: unknown, mappings = collectMappings(node)): unknown {
  if (Array.isArray(node)) return node.map((item) => toJsonSchema(item, mappings));
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, example: _example, discriminator, ...rest } = node as Node;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value, mappings)]),
  );
  if (nullable === true && converted['type'] === undefined)
    return { anyOf: [toJsonSchema({ ...rest, discriminator }, mappings), { type: 'null' }] };
  if (nullable === true && typeof converted['type'] === 'string') converted['type'] = [converted['type'], 'null'];
  const alternatives = converted['oneOf'] as { $ref?: string }[] | undefined;
  const isSelected = alternatives?.every(({ $ref = '' }) => mappings.has($ref)) === true;
  const { propertyName = isSelected ? 'type' : undefined } = (discriminator ?? {}) as { propertyName?: string };
  if (propertyName === undefined && alternatives) {
    // Alternatives without a discriminator may overlap.
    const { oneOf, ...others } = converted;
    return { ...others, anyOf: oneOf };
  }
  if (propertyName === undefined || !alternatives) return converted;
  delete converted['oneOf'];
  const cases = alternatives.flatMap(({ $ref = '' }) => {
    const value = mappings.get($ref);
    return value === undefined ? [] : [{ value, schema: { $ref } }];
  });
  const choices = cases.map(({ value, schema }) => ({
    if: { properties: { [propertyName]: { const: value } } },
    then: schema,
  }));
  const selector = {
    required: [propertyName],
    properties: { [propertyName]: { enum: cases.map(({ value }) => value) } },
  };
  return { ...converted, allOf: [...((converted['allOf'] as unknown[] | undefined) ?? []), selector, ...choices] };
}
