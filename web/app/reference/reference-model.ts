import type { ApiSpecification } from '../../site.config';
import type { Method, ReferenceParameter, ReferenceSchema } from './openapi';
import type { SchemaReader } from './schema-reader';

export interface OperationModel {
  id: string;
  method: Method;
  /** Includes the document's base path: `/v2/processing/invoices`. */
  path: string;
  title: string;
  description: string;
  summary: string;
  parameters: ReferenceParameter[];
  body?: { schema: ReferenceSchema; description?: string; mediaType: string; example?: unknown };
  responses: ResponseModel[];
  needsKey: boolean;
  /** Purposes of access tokens that are accepted instead of the key. */
  accessTokens: string[];
  reader: SchemaReader;
  event?: EventModel;
}

export interface ResponseModel {
  status: string;
  description: string;
  schema?: ReferenceSchema;
  example?: unknown;
  headers: { name: string; description: string }[];
}

export interface OperationGroup {
  id: string;
  title: string;
  description: string;
  operations: OperationModel[];
}

export interface ApiReference {
  specification: ApiSpecification;
  version: string;
  description: string;
  authorization: string;
  groups: OperationGroup[];
  operations: OperationModel[];
}

/** Why an event is sent: a transition, the initial state, or a step without a transition (specs/events.json). */
export interface EventOrigin {
  machine: string;
  from?: string;
  to?: string;
  step?: string;
}

export interface EventTable {
  topic: string;
  subscriptions: string[];
  origins: EventOrigin[];
}

export interface EventModel extends Partial<EventTable> {
  /** From a real run; without one the page shows a generated message. */
  sample?: unknown;
  /** The operation that delivers all events and describes signature, response and retries. */
  carrier: OperationModel;
}
