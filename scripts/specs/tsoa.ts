// Generates the specification and the Express routes with tsoa; finish.ts completes the former.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MetadataGenerator } from '@tsoa/cli/dist/metadataGeneration/metadataGenerator';
import { DefaultRouteGenerator } from '@tsoa/cli/dist/routeGeneration/defaultRouteGenerator';
import { SpecGenerator3 } from '@tsoa/cli/dist/swagger/specGenerator3';
import type { Tsoa } from '@tsoa/runtime';
import ts from 'typescript';
import type { Specification } from './openapi';

// Without ambient types it takes half the time.
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

// The contract allows unknown fields in requests.
const shared = { entryFile: '', noImplicitAdditionalProperties: 'ignore' } as const;

/** Classes named `…Declaration` only declare types and are never served. */
export function readControllers(globs: string[]): Tsoa.Metadata {
  const metadata = new MetadataGenerator('', compilerOptions, [], globs, undefined, 'double').Generate();
  metadata.controllers = metadata.controllers.filter(({ name }) => !name.endsWith('Declaration'));
  for (const type of Object.values(metadata.referenceTypeMap)) joinEnumerations(type);
  return metadata;
}

/** The specification of tsoa without undefined members. */
export function bareSpecification(metadata: Tsoa.Metadata, version: string): Specification {
  const names = { basePath: '', name: 'holdfast', operationIdTemplate: '{{method.name}}' };
  const config = { ...shared, ...names, specVersion: 3, outputDirectory: '', version } as const;
  return JSON.parse(JSON.stringify(new SpecGenerator3(metadata, config).GetSpec())) as Specification;
}

/** Writes the Express routes; `iocModule` creates the controllers. */
export async function writeRoutes(
  metadata: Tsoa.Metadata,
  { routesFile, iocModule }: { routesFile: string; iocModule: string },
): Promise<void> {
  const config = {
    ...shared,
    // Unknown fields are dropped before a controller sees them.
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
  for (const [generated, replacement] of REPLACED) {
    if (!routes.includes(generated)) throw new Error(`the routes of tsoa have changed: they lack ${generated}`);
    routes = routes.replace(generated, replacement);
  }
  writeFileSync(routesFile, routes);
}

/** Our template service also validates formats. */
const REPLACED: readonly (readonly [generated: string, replacement: string])[] = [
  [
    "import {  fetchMiddlewares, ExpressTemplateService } from '@tsoa/runtime';",
    `import { fetchMiddlewares } from '@tsoa/runtime';
import { RequestTemplateService as ExpressTemplateService, type RequestModels } from '../http/request-validation';`,
  ],
  ['const models: TsoaRoute.Models =', 'const models: RequestModels ='],
];

/** A property or named type with a format and validators. */
interface Formatted {
  format?: string;
  validators?: Record<string, { value?: unknown } | undefined>;
}

/** Adds the formats of texts to the validators, because tsoa only publishes them. */
function checkFormats({ referenceTypeMap }: Tsoa.Metadata): void {
  for (const type of Object.values(referenceTypeMap)) {
    const named: readonly Formatted[] =
      type.dataType === 'refAlias' ? [type] : 'properties' in type ? type.properties : [];
    for (const one of named) {
      if (one.format) one.validators = { ...one.validators, format: { value: one.format } };
    }
  }
}

/** Merges unions of enumerations into one, so that specification and validation have one list. */
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
