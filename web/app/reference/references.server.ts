import eventSamples from 'virtual:event-samples';
import specifications from 'virtual:specifications';
import type { EventTable } from './events';
import { buildReferences, type ApiReference, type OperationModel } from './reference';

let references: Map<string, ApiReference> | undefined;

const tables = specifications['events.json'] as unknown as Record<string, EventTable> | undefined;
const events = { samples: eventSamples, ...(tables ? { tables } : {}) };

export function apiReferences(): Map<string, ApiReference> {
  references ??= new Map(buildReferences(specifications, events).map((one) => [one.specification.route, one]));
  return references;
}

export function findReference(route: string | undefined): ApiReference | undefined {
  return apiReferences().get(route ?? '');
}

export function findOperation(route: string | undefined, id: string | undefined): OperationModel | undefined {
  return findReference(route)?.operations.find((operation) => operation.id === id);
}
