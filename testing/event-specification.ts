import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { root } from '../scripts/services/platform-process';

type Document = { components: { schemas: Record<string, object> } };

const FILES = ['payments-webhook-events.json', 'wallets-webhook-events.json'];
let known: { ajv: Ajv; fileOf: Map<string, string> } | undefined;

function specifications() {
  if (known) return known;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const name of ['int32', 'int64', 'double', 'ip-address']) ajv.addFormat(name, true);
  const fileOf = new Map<string, string>();
  for (const file of FILES) {
    const document = JSON.parse(readFileSync(join(root, 'specs', file), 'utf8')) as Document;
    ajv.addSchema(document, file, false, false);
    for (const name of Object.keys(document.components.schemas)) fileOf.set(name, file);
  }
  known = { ajv, fileOf };
  return known;
}

/** What a webhook's message, of payments or of wallets, says that the specification of its event type does not allow. */
export function eventContradictions(message: { eventType: string }): string[] {
  const { ajv, fileOf } = specifications();
  const { eventType } = message;
  const file = fileOf.get(eventType);
  if (!file) return [`${eventType}: the specifications know no such event`];
  const validate = ajv.compile({ $ref: `${file}#/components/schemas/${eventType}` });
  if (validate(message)) return [];
  const described = ({ instancePath, message: problem }: ErrorObject) => `${eventType}${instancePath} ${problem}`;
  return (validate.errors ?? []).map(described);
}
