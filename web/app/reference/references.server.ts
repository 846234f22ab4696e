import eventSamples from 'virtual:event-samples';
import specifications from 'virtual:specifications';
import { siteConfig } from '../../site.config';
import type { OpenApiDocument } from './openapi';
import type { EventTable } from './events';
import { buildReference, type ApiReference, type OperationModel } from './reference';

let references: Map<string, ApiReference> | undefined;

const tables = specifications['events.json'] as unknown as Record<string, EventTable> | undefined;
const events = { samples: eventSamples, ...(tables ? { tables } : {}) };

export function apiReferences(): Map<string, ApiReference> {
  references ??= new Map(
    siteConfig.specifications.map((specification) => {
      const names = [specification.source, ...(specification.includes ?? [])];
      const documents = names
        .map((name) => specifications[name])
        .filter((one): one is OpenApiDocument => one !== undefined);
      return [specification.route, buildReference(specification, documents, events)];
    }),
  );
  return references;
}

export function findReference(route: string | undefined): ApiReference | undefined {
  return apiReferences().get(route ?? '');
}

export function findOperation(route: string | undefined, id: string | undefined): OperationModel | undefined {
  return findReference(route)?.operations.find((operation) => operation.id === id);
}
