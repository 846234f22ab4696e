import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../../shared/descriptions');

type Node = Record<string, unknown>;
type Operations = Record<string, Record<string, Node>>;
type Document = Node & { paths?: Operations; webhooks?: Operations };

/** Finds the problems of a request or a response; without the description there are none. */
export type CheckBody = (input: { method: string; path: string; status?: number; body: unknown }) => string[];

/** Checks bodies against a published description, where it lies beside the checkout. */
export function openDescription(name: string): CheckBody {
  const file = join(FOLDER, name);
  if (!existsSync(file)) return () => [];
  const text = readFileSync(file, 'utf8');
  const document = (name.endsWith('.json') ? JSON.parse(text) : parse(text)) as Document;
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true, discriminator: false, validateFormats: true }));
  ajv.addSchema(toJsonSchema(document) as Node, 'description');
  const compiled = new Map<string, ValidateFunction>();
  return ({ method, path, status, body }) => {
    const section = document.webhooks && method === 'WEBHOOK' ? 'webhooks' : 'paths';
    const known = document[section] ?? {};
    const template = Object.keys(known).find((each) => toPattern(each).test(path));
    const verb = section === 'webhooks' ? 'post' : method.toLowerCase();
    if (template === undefined || !known[template]?.[verb]) return [`there is no ${method} ${path}`];
    const parts = [section, template, verb];
    const place = status === undefined ? [...parts, 'requestBody'] : [...parts, 'responses', String(status)];
    const schema = find(document, [...place, 'content', 'application/json', 'schema']);
    if (schema === undefined) return [];
    const pointer = [...place, 'content', 'application/json', 'schema'].map(escape).join('/');
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `description#/${pointer}` });
    compiled.set(pointer, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${method} ${path} ${instancePath} ${message}`);
  };
}

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
