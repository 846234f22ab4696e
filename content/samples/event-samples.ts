import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventContradictions } from '../../tests/harness/event-specification';
import type { Platform } from '../../tests/harness/platform';
import { findDifferences } from './compare-answers';
import { produceEvents, type Message } from './everything-that-happens';

const folder = join(__dirname, '../events');

export const EVENT_TYPES: readonly string[] = Object.keys(
  JSON.parse(readFileSync(join(__dirname, '../../specs/events.json'), 'utf8')) as object,
);

export function eventSample(eventType: string): Message {
  return JSON.parse(readFileSync(join(folder, `${eventType}.json`), 'utf8')) as Message;
}

/** Values that depend on the run, and what the pages show instead. */
const SHOWN_INSTEAD: readonly [string, string][] = [
  ['demo-shop-brief-hold', 'demo-shop'],
  ['127.0.0.1', '203.0.113.10'],
  ['browser-1', '79051d187f7d1d0d0d1d0d0d1d0d0d1d'],
];

/** Returns the messages of a run as the pages show them; the sandbox plays the bank. */
export async function produceEventMessages(platform: Platform): Promise<Map<string, Message>> {
  const messages = await produceEvents(platform, EVENT_TYPES);
  const text = JSON.stringify([...messages]).replaceAll(platform.sandboxUrl, 'https://bank.example');
  const shown = SHOWN_INSTEAD.reduce((shorter, [own, other]) => shorter.replaceAll(own, other), text);
  return new Map(JSON.parse(shown) as [string, Message][]);
}

/** Returns differences between a page's sample and the sent message, and between that message and its schema. */
export function eventProblems(eventType: string, sent: Message): string[] {
  const documented = eventSample(eventType);
  const [expected, actual] = [maskGenerated(documented), maskGenerated(sent)];
  return [
    ...eventContradictions(documented),
    ...eventContradictions(sent),
    ...findDifferences({ documented: expected, actual, isPartial: false, local: new Set() }),
  ];
}

/** Fields generated on every run, without the integrator's own ids. */
const GENERATED_FIELDS =
  /^(?!external)(?:id|identity|wallet|destination|rrn|approvalCode|receiptNumber|due|dueDate|url|form|\w+I[dD]|\w+At|\w+Until)$/;

/** Replaces generated values with their types. */
function maskGenerated(value: unknown, name = ''): unknown {
  if (GENERATED_FIELDS.test(name) && (typeof value !== 'object' || name === 'form')) return `some ${typeof value}`;
  if (Array.isArray(value)) return value.map((item) => maskGenerated(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskGenerated(item, key)]));
}

export function writeEventSamples(messages: ReadonlyMap<string, Message>): void {
  for (const [eventType, message] of messages) {
    writeFileSync(join(folder, `${eventType}.json`), `${JSON.stringify(message, null, 2)}\n`);
  }
}
