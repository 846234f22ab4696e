import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import { ClosedDocuments } from './closed-schemas';

type Response = { $ref?: string; content?: Record<string, { schema?: object }> };
type Operation = { responses: Record<string, Response> };
type Specification = {
  name: string;
  base: string;
  paths: Record<string, Record<string, Operation>>;
  components?: { responses?: Record<string, Response> };
};
type Answer = { method: string; path: string; status: number; contentType: string | undefined; body: unknown };

const folder = join(root, 'specs');
const documents = new ClosedDocuments();
let loaded: Specification[] | undefined;

/**
 * Contradictions between a response and the published specification, including undeclared fields; paths without a
 * specification (health, callbacks) pass.
 */
export function contradictions(answer: Answer): string[] {
  const found = findOperation(answer);
  if (!found) return [];
  const { specification, template, method } = found;
  const where = `${answer.method} ${template} → ${answer.status}`;
  const operation = specification.paths[template]?.[method];
  if (!operation) return [`${where}: the specification knows no such method`];
  const named = operation.responses[answer.status]?.$ref?.split('/').pop();
  const response = named ? specification.components?.responses?.[named] : operation.responses[answer.status];
  if (!response) return [`${where}: the specification knows no such status`];
  const [mediaType, media] = Object.entries(response.content ?? {})[0] ?? [];
  if (mediaType === undefined || !media?.schema) {
    return answer.body === undefined ? [] : [`${where}: the specification knows no body`];
  }
  if (mediaType === 'application/octet-stream' && answer.contentType === mediaType) return [];
  if (!answer.contentType?.startsWith('application/json')) return [`${where}: the answer is ${answer.contentType}`];
  const place = named
    ? ['components', 'responses', named]
    : ['paths', template, method, 'responses', String(answer.status)];
  const steps = [...place, 'content', mediaType, 'schema'];
  const schema = `${specification.name}#/${steps.map(escape).join('/')}`;
  return documents.listContradictions(schema, answer.body).map((problem) => `${where}: ${problem}`);
}

/** Thrown by the HTTP client of the tests. */
export class SpecificationContradicted extends Error {
  override readonly name = 'SpecificationContradicted';
}

/** JSON pointer escaping within a URI. */
function escape(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function findOperation({ method, path }: Answer) {
  const pathname = path.split('?')[0] ?? '';
  for (const specification of specifications()) {
    if (!pathname.startsWith(`${specification.base}/`)) continue;
    const own = pathname.slice(specification.base.length);
    const template = Object.keys(specification.paths)
      .filter((candidate) => matches(candidate, own))
      .sort((a, b) => parameters(a) - parameters(b))[0];
    if (template) return { specification, template, method: method.toLowerCase() };
  }
  return undefined;
}

function matches(template: string, path: string): boolean {
  const [expected, given] = [template.split('/'), path.split('/')];
  return expected.length === given.length && expected.every((part, i) => part.startsWith('{') || part === given[i]);
}

function parameters(template: string): number {
  return template.split('{').length;
}

function specifications(): Specification[] {
  loaded ??= existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .flatMap(load)
    : [];
  return loaded;
}

function load(file: string): Specification[] {
  const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Specification> & {
    servers?: { url: string }[];
  };
  const url = document.servers?.[0]?.url;
  if (!document.paths || url === undefined) return [];
  documents.add(file, document);
  return [
    {
      name: file,
      base: url.replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, ''),
      paths: document.paths,
      components: document.components,
    },
  ];
}

type NamedSchema = { $ref?: string; properties?: Record<string, NamedSchema>; [keyword: string]: unknown };

/** Fields of request bodies that contain ids, by name. */
export function namesInBodies(document: string): string[] {
  const specification = JSON.parse(readFileSync(join(folder, `${document}.json`), 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
    components: { schemas: Record<string, NamedSchema> };
  };
  const seen = new Set<unknown>();
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { $ref, properties } = value as NamedSchema;
    if ($ref) walk(specification.components.schemas[$ref.split('/').pop() ?? '']);
    found.push(...Object.keys(properties ?? {}));
    for (const child of Object.values(value)) walk(child);
  };
  for (const item of Object.values(specification.paths))
    for (const { requestBody } of Object.values(item)) walk(requestBody);
  return found.filter((name) => /(I[dD]|Token|Session|^identity|^wallet|^destination|^sender|^receiver)$/.test(name));
}
