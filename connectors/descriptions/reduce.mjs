// Reduces a published OpenAPI description to what tests compare: no prose, no examples, and of paths and schemas only the named ones.
// node connectors/descriptions/reduce.mjs SOURCE TARGET [--paths REGEXP] [--schemas NAME,…]
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const OMITTED = new Set([
  ...['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'tags', 'servers', 'security'],
  'multipart/form-data',
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { paths: { type: 'string', default: '' }, schemas: { type: 'string' } },
});
const [source = '', target = ''] = positionals;
const schemas = values.schemas?.split(',');
const document = parse(readFileSync(source, 'utf8'), { maxAliasCount: -1 });

/** Members of `properties` have names of their own. */
function reduce(node, isNamed = false) {
  if (Array.isArray(node)) return node.map((item) => reduce(item));
  if (typeof node !== 'object' || node === null) return node;
  const schema = /^#\/components\/schemas\/(.+)$/.exec(node.$ref ?? '')?.[1];
  if (schema !== undefined && schemas && !schemas.includes(schema)) return {};
  const kept = Object.entries(node).filter(([name]) => isNamed || !(OMITTED.has(name) || name.startsWith('x-')));
  return Object.fromEntries(kept.map(([name, part]) => [name, reduce(part, !isNamed && name === 'properties')]));
}

const { info, openapi, paths = {}, webhooks, components } = document;
const named = (all, isKept) => Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => isKept(name)));
const kept = {
  openapi,
  info: { title: info.title, version: info.version },
  ...(webhooks ? { webhooks: reduce(webhooks) } : {}),
  paths: reduce(named(paths, (path) => new RegExp(values.paths).test(path))),
  components: { ...reduce({ ...components, securitySchemes: undefined, schemas: undefined }) },
};
kept.components.schemas = Object.fromEntries(
  Object.entries(components.schemas)
    .filter(([name]) => !schemas || schemas.includes(name))
    .map(([name, schema]) => [name, reduce(schema)]),
);
writeFileSync(target, `${JSON.stringify(kept)}\n`);
