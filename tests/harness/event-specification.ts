import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import { ClosedDocuments } from './closed-schemas';

const FILES = ['payments-webhook-events.json', 'wallets-webhook-events.json'];
let known: { documents: ClosedDocuments; fileOf: Map<string, string> } | undefined;

function specifications() {
  if (known) return known;
  const documents = new ClosedDocuments();
  const fileOf = new Map<string, string>();
  for (const file of FILES) {
    const document = JSON.parse(readFileSync(join(root, 'specs', file), 'utf8')) as {
      components: { schemas: Record<string, object> };
    };
    documents.add(file, document);
    for (const name of Object.keys(document.components.schemas)) fileOf.set(name, file);
  }
  known = { documents, fileOf };
  return known;
}

/** Contradictions between a webhook message and its specification, including undeclared fields. */
export function eventContradictions(message: { eventType: string }): string[] {
  const { documents, fileOf } = specifications();
  const { eventType } = message;
  const file = fileOf.get(eventType);
  if (!file) return [`${eventType}: the specifications know no such event`];
  const found = documents.listContradictions(`${file}#/components/schemas/${eventType}`, message);
  return found.map((problem) => `${eventType}: ${problem}`);
}
