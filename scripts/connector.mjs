// `npm run connector -- NAME`: creates a connector from connectors/template, with its tests, its kind and its page.
// `npm run connector -- try NAME [--credentials FILE]`: runs its conformance suite with the acquirer's test environment.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const NAME = /^[a-z][a-z0-9]{1,19}$/;

/** Creates the files of a connector and registers it. Returns their paths. @throws Error */
export function createConnector(root, name) {
  if (!NAME.test(name ?? ''))
    throw new Error('usage: npm run connector -- NAME, two to twenty lower-case letters and digits');
  const folder = join('connectors', name);
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists`);
  const rename = (text) => renameIn(text, name);
  const template = join('connectors', 'template');
  const files = readdirSync(join(root, template), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'template.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, template).length + 1));
  const written = files.map((file) =>
    write(root, join(folder, rename(file)), rename(read(root, join(template, file)))),
  );
  written.push(
    write(root, join('docs', 'connectors', `${name}.md`), rename(read(root, join(template, 'template.md')))),
  );
  return [...written, register(root, name)];
}

function renameIn(text, name) {
  const upper = name[0].toUpperCase() + name.slice(1);
  return text
    .replaceAll('TEMPLATE', name.toUpperCase())
    .replaceAll(/(?<!uri)Template/g, upper)
    .replaceAll('template', name);
}

/** Adds the kind to the list of connectors. */
function register(root, name) {
  const file = join('connectors', 'kinds.ts');
  const text = read(root, file);
  const list = /(export const CONNECTOR_KINDS[^=]*= \[)([^\]]*?),?(\s*\];)/;
  if (!list.test(text)) throw new Error(`${file}: CONNECTOR_KINDS is missing`);
  const line = `import { ${name}Kind } from './${name}/${name}.kind';\n`;
  return write(root, file, line + text.replace(list, `$1$2, ${name}Kind$3`));
}

const read = (root, file) => readFileSync(join(root, file), 'utf8');

function write(root, file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const root = join(dirname(fileURLToPath(import.meta.url)), '..');
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { credentials: { type: 'string' } } });
    const [name, tried] = positionals;
    if (name === 'try') {
      const { tryConnector } = await import('./connector-try.mjs');
      process.exitCode = await tryConnector(root, tried, values.credentials);
    } else {
      for (const file of createConnector(root, name)) console.log(file);
      console.log(
        `\nnpm test -- connectors/${name}   is green now; replace the acquirer's API step by step (docs/connectors.md)`,
      );
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
