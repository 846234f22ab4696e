import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { root } from '../scripts/services/platform-process';

type Schema = { properties?: Record<string, { enum?: string[] }>; allOf?: Schema[] };

const file = 'payments-webhook-events.json';
let known: { ajv: Ajv; schemas: Record<string, Schema> } | undefined;

function specification() {
  if (known) return known;
  const document = JSON.parse(readFileSync(join(root, 'specs', file), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const name of ['int32', 'int64', 'double', 'ip-address']) ajv.addFormat(name, true);
  ajv.addSchema(document, file, false, false);
  known = { ajv, schemas: document.components.schemas };
  return known;
}

/** What a webhook's message says that the specification of its own event type does not allow. */
export function eventContradictions(message: { eventType: string }): string[] {
  const { ajv, schemas } = specification();
  const { eventType } = message;
  if (!(eventType in schemas)) return [`${eventType}: the specification knows no such event`];
  const validate = ajv.compile({ $ref: `${file}#/components/schemas/${eventType}` });
  if (validate(message)) return [];
  const described = ({ instancePath, message: problem }: ErrorObject) => `${eventType}${instancePath} ${problem}`;
  return (validate.errors ?? []).map(described);
}
