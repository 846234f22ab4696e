// Reads controllers with tsoa and gives the bare specification and the Express routes. What tsoa cannot express is added
// by finish.mjs.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const { MetadataGenerator } = require('@tsoa/cli/dist/metadataGeneration/metadataGenerator');
const { SpecGenerator3 } = require('@tsoa/cli/dist/swagger/specGenerator3');
const { DefaultRouteGenerator } = require('@tsoa/cli/dist/routeGeneration/defaultRouteGenerator');

// Only syntax and symbols are read, so no ambient types are loaded: that halves the time.
const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  experimentalDecorators: true,
  esModuleInterop: true,
  skipLibCheck: true,
  types: [],
};

// Unknown fields of a request are ignored, as the contract says.
const shared = { entryFile: '', noImplicitAdditionalProperties: 'ignore' };

/** Reads the controllers that `globs` name. Classes named `…Declaration` lend their types and are never served. */
export function readControllers(globs) {
  const metadata = new MetadataGenerator('', compilerOptions, [], globs, undefined, 'double').Generate();
  metadata.controllers = metadata.controllers.filter(({ name }) => !name.endsWith('Declaration'));
  for (const type of Object.values(metadata.referenceTypeMap)) joinEnumerations(type);
  return metadata;
}

/** The specification as tsoa gives it, without undefined members. */
export function bareSpecification(metadata, { basePath, version }) {
  const config = { ...shared, specVersion: 3, outputDirectory: '', basePath, name: 'holdfast', version };
  return JSON.parse(JSON.stringify(new SpecGenerator3(metadata, config).GetSpec()));
}

/** Writes the Express routes; `iocModule` makes the controllers, where there is one. */
export async function writeRoutes(metadata, { routesFile, iocModule }) {
  const config = {
    ...shared,
    bodyCoercion: false,
    middleware: 'express',
    routesDir: path.dirname(routesFile),
    routesFileName: path.basename(routesFile),
    basePath: '',
    iocModule,
    noWriteIfUnchanged: true,
  };
  checkFormats(metadata);
  await new DefaultRouteGenerator(metadata, config).GenerateCustomRoutes();
  let routes = readFileSync(routesFile, 'utf8');
  for (const [theirs, ours] of REPLACED) {
    if (!routes.includes(theirs)) throw new Error(`tsoa writes its routes in another way than before: no ${theirs}`);
    routes = routes.replace(theirs, ours);
  }
  writeFileSync(routesFile, routes);
}

/** Requests are checked by our service, whose models have formats too. */
const REPLACED = [
  [
    "import {  fetchMiddlewares, ExpressTemplateService } from '@tsoa/runtime';",
    `import { fetchMiddlewares } from '@tsoa/runtime';
import { RequestTemplateService as ExpressTemplateService, type RequestModels } from '../http/request-validation';`,
  ],
  ['const models: TsoaRoute.Models =', 'const models: RequestModels ='],
];

/** Puts the published format of each text among the rules by which a request is checked: tsoa only publishes it. */
function checkFormats({ referenceTypeMap }) {
  for (const type of Object.values(referenceTypeMap)) {
    for (const named of [type, ...(type.properties ?? [])]) {
      if (named.format) named.validators = { ...named.validators, format: { value: named.format } };
    }
  }
}

/**
 * Turns each union of enumerations, through its aliases, into one enumeration: both the reader of the specification and
 * the check of a request then see one list of values.
 */
function joinEnumerations(type) {
  if (type.type) type.type = joined(type.type);
  for (const property of type.properties ?? []) property.type = joined(property.type);
}

function joined(type) {
  if (type.dataType === 'array') return { ...type, elementType: joined(type.elementType) };
  if (type.dataType !== 'union') return type;
  const values = enumerated(type);
  return values ? { dataType: 'enum', enums: [...new Set(values)] } : type;
}

function enumerated(type) {
  if (type.dataType === 'enum') return type.enums;
  if (type.dataType === 'refAlias') return enumerated(type.type);
  if (type.dataType !== 'union') return undefined;
  const parts = type.types.map(enumerated);
  return parts.every(Boolean) ? parts.flat() : undefined;
}
