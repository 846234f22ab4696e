// Reads controllers with tsoa and gives the bare specification and the Express routes. What tsoa cannot express is added
// by finish.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MetadataGenerator } from '@tsoa/cli/dist/metadataGeneration/metadataGenerator';
import { DefaultRouteGenerator } from '@tsoa/cli/dist/routeGeneration/defaultRouteGenerator';
import { SpecGenerator3 } from '@tsoa/cli/dist/swagger/specGenerator3';
import type { Tsoa } from '@tsoa/runtime';
import ts from 'typescript';
import type { Specification } from './openapi';

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

// Unknown fields of a request are allowed, as the contract says.
const shared = { entryFile: '', noImplicitAdditionalProperties: 'ignore' } as const;

/** Reads the controllers that `globs` name. Classes named `…Declaration` lend their types and are never served. */
export function readControllers(globs: string[]): Tsoa.Metadata {
  const metadata = new MetadataGenerator('', compilerOptions, [], globs, undefined, 'double').Generate();
  metadata.controllers = metadata.controllers.filter(({ name }) => !name.endsWith('Declaration'));
  for (const type of Object.values(metadata.referenceTypeMap)) joinEnumerations(type);
  return metadata;
}

/** The specification as tsoa gives it, without undefined members. */
export function bareSpecification(metadata: Tsoa.Metadata, version: string): Specification {
  const config = { ...shared, specVersion: 3, outputDirectory: '', basePath: '', name: 'holdfast', version } as const;
  return JSON.parse(JSON.stringify(new SpecGenerator3(metadata, config).GetSpec())) as Specification;
}

/** Writes the Express routes; `iocModule` makes the controllers. */
export async function writeRoutes(
  metadata: Tsoa.Metadata,
  { routesFile, iocModule }: { routesFile: string; iocModule: string },
): Promise<void> {
  const config = {
    ...shared,
    // They are dropped before a controller sees them, so that none is stored, shown or compared.
    noImplicitAdditionalProperties: 'silently-remove-extras' as const,
    bodyCoercion: false,
    middleware: 'express' as const,
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
const REPLACED: readonly (readonly [theirs: string, ours: string])[] = [
  [
    "import {  fetchMiddlewares, ExpressTemplateService } from '@tsoa/runtime';",
    `import { fetchMiddlewares } from '@tsoa/runtime';
import { RequestTemplateService as ExpressTemplateService, type RequestModels } from '../http/request-validation';`,
  ],
  ['const models: TsoaRoute.Models =', 'const models: RequestModels ='],
];

/** What may have a format, and rules by which requests are checked: a property, or a type with a name. */
interface Formatted {
  format?: string;
  validators?: Record<string, { value?: unknown } | undefined>;
}

/** Puts the published format of each text among the rules by which a request is checked: tsoa only publishes it. */
function checkFormats({ referenceTypeMap }: Tsoa.Metadata): void {
  for (const type of Object.values(referenceTypeMap)) {
    const named: readonly Formatted[] =
      type.dataType === 'refAlias' ? [type] : 'properties' in type ? type.properties : [];
    for (const one of named) {
      if (one.format) one.validators = { ...one.validators, format: { value: one.format } };
    }
  }
}

/**
 * Turns each union of enumerations, through its aliases, into one enumeration: both the reader of the specification and
 * the check of a request then see one list of values.
 */
function joinEnumerations(type: Tsoa.ReferenceType): void {
  if (type.dataType === 'refAlias') type.type = joined(type.type);
  if (type.dataType === 'refObject') for (const property of type.properties) property.type = joined(property.type);
}

function joined(type: Tsoa.Type): Tsoa.Type {
  if (type.dataType === 'array') return { ...type, elementType: joined(type.elementType) };
  if (type.dataType !== 'union') return type;
  const values = enumerated(type);
  return values ? { dataType: 'enum', enums: [...new Set(values)] } : type;
}

function enumerated(type: Tsoa.Type): Tsoa.EnumType['enums'] | undefined {
  if (type.dataType === 'enum') return type.enums;
  if (type.dataType === 'refAlias') return enumerated(type.type);
  if (type.dataType !== 'union') return undefined;
  const parts = type.types.map(enumerated);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}
