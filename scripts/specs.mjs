#!/usr/bin/env node
// Generates the specifications (specs/*.json, committed) and the Express routes (api/*/routes.generated.ts, not committed)
// from the controllers and their wire types, and specs/machines.json from the life cycles of the domain.
//
//   node scripts/specs.mjs            writes both
//   node scripts/specs.mjs --check    writes nothing, fails where a committed specification is not current
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as prettier from 'prettier';
import { documents } from './specs/documents.mjs';
import { finish } from './specs/finish.mjs';
import { readMachines } from './specs/machines.mjs';
import { bareSpecification, readControllers, writeRoutes } from './specs/tsoa.mjs';

const home = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Whether the document has controllers yet. */
function isReady({ controllers }, root) {
  const folder = path.join(root, controllers.includes('*') ? controllers.split('*')[0] : path.dirname(controllers));
  const suffix = path.basename(controllers).replace('*', '');
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => file.endsWith(suffix));
}

/** The text of a document, and the metadata that its routes are made of. `root` holds the controllers. */
export async function generate(document, root = home) {
  const declaration = document.declaration ? [path.join(home, document.declaration)] : [];
  const metadata = readControllers([path.join(root, document.controllers), ...declaration]);
  const { version } = document.frame.info;
  const spec = finish(bareSpecification(metadata, { basePath: '', version }), document);
  return { metadata, text: await formatted(spec) };
}

/** Formatted as the commit hook would, else a commit would make the document stale. */
async function formatted(content) {
  return prettier.format(JSON.stringify(content), { parser: 'json', printWidth: 120 });
}

async function write(document, root) {
  const { metadata, text } = await generate(document, root);
  const specFile = path.join(root, 'specs', `${document.name}.json`);
  mkdirSync(path.dirname(specFile), { recursive: true });
  writeFileSync(specFile, text);
  if (document.routesFile) await writeRoutes(metadata, routesOf(document, root));
}

function routesOf({ routesFile }, root) {
  const ioc = path.join(root, 'api/http/dependencies.ts');
  return { routesFile: path.join(root, routesFile), iocModule: existsSync(ioc) ? ioc : undefined };
}

async function isCurrent(document, root) {
  const specFile = path.join(root, 'specs', `${document.name}.json`);
  return existsSync(specFile) && readFileSync(specFile, 'utf8') === (await generate(document, root)).text;
}

/** The life cycles stand beside the specifications, and are as current as they. */
async function generateMachines(root) {
  return { file: path.join(root, 'specs', 'machines.json'), text: await formatted(readMachines(root)) };
}

async function main(args) {
  const onlyCheck = args.includes('--check');
  const root = args.includes('--root') ? path.resolve(args[args.indexOf('--root') + 1]) : home;
  const ready = documents.filter((document) => isReady(document, root));
  const stale = [];
  for (const document of ready) {
    if (!onlyCheck) await write(document, root);
    else if (!(await isCurrent(document, root))) stale.push(document.name);
  }
  const machines = await generateMachines(root);
  if (!onlyCheck) writeFileSync(machines.file, machines.text);
  else if (!existsSync(machines.file) || readFileSync(machines.file, 'utf8') !== machines.text) stale.push('machines');
  for (const name of stale) console.error(`specs/${name}.json is not current: run node scripts/specs.mjs`);
  if (stale.length) process.exit(1);
  const names = [...ready.map(({ name }) => name), 'machines'].join(', ');
  console.log(`specifications ${onlyCheck ? 'are current' : 'written'}: ${names}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
