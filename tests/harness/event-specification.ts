import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { root } from '../../scripts/services/platform-process';
import { closed, closedSchema, closedValidator, described } from './closed-schemas';

type Document = { components: { schemas: Record<string, object> } };

const FILES = ['payments-webhook-events.json', 'wallets-webhook-events.json'];
const validators = new Map<string, ValidateFunction>();
let known: { ajv: ReturnType<typeof closedValidator>; fileOf: Map<string, string> } | undefined;

function specifications() {
  if (known) return known;
  const ajv = closedValidator();
  const fileOf = new Map<string, string>();
  for (const file of FILES) {
    const document = JSON.parse(readFileSync(join(root, 'specs', file), 'utf8')) as Document;
    ajv.addSchema(closed(document), file, false, false);
    for (const name of Object.keys(document.components.schemas)) fileOf.set(name, file);
  }
  known = { ajv, fileOf };
  return known;
}

/** Contradictions between a webhook message and its specification, including undeclared fields. */
export function eventContradictions(message: { eventType: string }): string[] {
  const { ajv, fileOf } = specifications();
  const { eventType } = message;
  const file = fileOf.get(eventType);
  if (!file) return [`${eventType}: the specifications know no such event`];
  const schema = closedSchema({ $ref: `${file}#/components/schemas/${eventType}` });
  const validate = validators.get(eventType) ?? ajv.compile(schema);
  validators.set(eventType, validate);
  if (validate(message)) return [];
  return (validate.errors ?? []).map((error) => `${eventType}: ${described(error)}`);
}
