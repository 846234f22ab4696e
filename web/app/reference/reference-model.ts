import type { ApiSpecification } from '../../site.config';
import type { Method, Parameter, Schema } from './openapi';
import type { SchemaReader } from './schema-reader';

export interface OperationModel {
  id: string;
  method: Method;
  /** With the base path of its document: `/v2/processing/invoices`. */
  path: string;
  title: string;
  description: string;
  /** One sentence, for the overview and for search engines. */
  summary: string;
  parameters: Parameter[];
  body?: { schema: Schema; isRequired: boolean; description?: string; mediaType: string; example?: unknown };
  responses: ResponseModel[];
  needsKey: boolean;
  /** Access tokens that serve instead of the key, by what they are for. */
  accessTokens: string[];
  isDeprecated: boolean;
  reader: SchemaReader;
  /** For an event that a webhook is told of, which is shown as an operation. */
  event?: EventModel;
}

export interface ResponseModel {
  status: string;
  description: string;
  schema?: Schema;
  example?: unknown;
  headers: { name: string; description: string; schema?: Schema }[];
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

/** Why an event is sent, as specs/events.json has it: a move of a life cycle, its beginning, or a step that moves nothing. */
export interface EventOrigin {
  machine: string;
  from?: string;
  to?: string;
  step?: string;
}

/** What specs/events.json says of one event. */
export interface EventTable {
  topic: string;
  subscriptions: string[];
  origins: EventOrigin[];
}

export interface EventModel extends Partial<EventTable> {
  /** Of a real run; a page without one shows a made-up message. */
  sample?: unknown;
  /** The operation that every event is a case of: it says how messages are signed, answered and repeated. */
  carrier: OperationModel;
}
