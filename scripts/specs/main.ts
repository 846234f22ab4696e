// Generates specs/*.json (committed) and api/*/routes.generated.ts (not committed) from the controllers and their wire
// types, and from the domain specs/machines.json (state machines), specs/events.json (webhook events),
// specs/currencies.json (ISO 4217 for the checkout) and specs/errors.json (remedies).
// `--check` writes nothing and fails where a committed specification is stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Tsoa } from '@tsoa/runtime';
import * as prettier from 'prettier';
import { root } from '../services/platform-process';
import { readCurrencies } from './currencies';
import type { Document } from './document';
import { documents } from './documents';
import { errorRemedies } from './error-codes';
import { readEvents } from './events';
import { finish } from './finish';
import { readMachines } from './machines';
import { bareSpecification, readControllers, writeRoutes } from './tsoa';

function isReady({ controllers }: Document): boolean {
  const [folder = ''] = controllers.includes('*') ? controllers.split('*') : [path.dirname(controllers)];
  const suffix = path.basename(controllers).replace('*', '');
  const place = path.join(root, folder);
  return (
    existsSync(place) && readdirSync(place, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith(suffix))
  );
}

/** Returns the document and the metadata for its routes. */
async function generate(document: Document): Promise<{ metadata: Tsoa.Metadata; text: string }> {
  const sources = [document.controllers, ...(document.declaration ? [document.declaration] : [])];
  const metadata = readControllers(sources.map((source) => path.join(root, source)));
  const spec = finish(bareSpecification(metadata, document.frame.info.version), document);
  return { metadata, text: await formatted(spec) };
}

/** Formatted like the commit hook, else a commit would make it stale. */
async function formatted(content: unknown): Promise<string> {
  return prettier.format(JSON.stringify(content), { parser: 'json', printWidth: 120 });
}

function getSpecFile({ name }: Document): string {
  return path.join(root, 'specs', `${name}.json`);
}

async function write(document: Document): Promise<void> {
  const { metadata, text } = await generate(document);
  const specFile = getSpecFile(document);
  mkdirSync(path.dirname(specFile), { recursive: true });
  writeFileSync(specFile, text);
  if (!document.routesFile) return;
  await writeRoutes(metadata, {
    routesFile: path.join(root, document.routesFile),
    iocModule: path.join(root, 'api/http/dependencies.ts'),
  });
}

async function isCurrent(document: Document): Promise<boolean> {
  const specFile = getSpecFile(document);
  return existsSync(specFile) && readFileSync(specFile, 'utf8') === (await generate(document)).text;
}

async function main(isOnlyCheck: boolean): Promise<void> {
  const ready = documents.filter(isReady);
  const stale: string[] = [];
  for (const document of ready) {
    if (!isOnlyCheck) await write(document);
    else if (!(await isCurrent(document))) stale.push(document.name);
  }
  const tables = {
    machines: readMachines(root),
    events: readEvents(root),
    errors: errorRemedies,
    currencies: readCurrencies(root),
  };
  for (const [name, table] of Object.entries(tables)) {
    const file = path.join(root, 'specs', `${name}.json`);
    const text = await formatted(table);
    if (!isOnlyCheck) writeFileSync(file, text);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) stale.push(name);
  }
  for (const name of stale) console.error(`specs/${name}.json is stale: run node scripts/specs.mjs`);
  if (stale.length > 0) process.exit(1);
  const names = [...ready.map(({ name }) => name), ...Object.keys(tables)].join(', ');
  console.log(`specifications ${isOnlyCheck ? 'are current' : 'written'}: ${names}`);
}

void main(process.argv.includes('--check'));
