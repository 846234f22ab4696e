import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emits, StateMachine } from '../domain/platform/machine/machine';
import { deliveredTypes, listEventTypes, SUBSCRIPTION_TOPICS } from '../domain/delivery/webhook/subscription';

const root = join(__dirname, '..');

function getFiles(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => join(folder, file));
}

async function machines(): Promise<StateMachine<string, string>[]> {
  const modules = await Promise.all(
    getFiles('domain')
      .filter((file) => file.endsWith('.machine.ts'))
      .map((file) => import(join(root, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported)).filter(isMachine);
}

function isMachine(value: unknown): value is StateMachine<string, string> {
  return typeof value === 'object' && value !== null && 'transitions' in value;
}

function emittedBy({ transitions, creation, steps }: StateMachine<string, string>): readonly string[] {
  const reported: (Emits | undefined)[] = [...transitions, creation, ...Object.values(steps ?? {})];
  return reported.flatMap((each) => each?.emits ?? []);
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function publishedIn(document: string): string[] {
  const text = readFileSync(join(root, 'specs', document), 'utf8');
  const { components } = JSON.parse(text) as {
    components: { schemas: Record<string, { properties?: { eventType?: { enum?: string[] } } }> };
  };
  return Object.values(components.schemas).flatMap(({ properties }) => properties?.eventType?.enum ?? []);
}

test('the machines emit exactly the published events that a webhook can subscribe to', async () => {
  const emitted = sorted((await machines()).flatMap(emittedBy));
  const published = ['payments-webhook-events.json', 'wallets-webhook-events.json'].flatMap(publishedIn);
  expect(emitted).toEqual(sorted(published));
  expect(emitted).toEqual(sorted(SUBSCRIPTION_TOPICS.flatMap((topic) => deliveredTypes(topic, listEventTypes(topic)))));
});

test('event names appear only in tables of machines', () => {
  // Comparisons with an event name are allowed: the name comes from a table.
  const requested = /eventType === '\w+'/g;
  const written = /\bemits: \[ *'|\beventType: '|\bevent_type: '/;
  const folders = ['store', 'activities', 'api', 'cli', 'webhooks', 'worker', 'workflows'];
  const files = folders.flatMap(getFiles).filter((file) => !/\.types\.ts$|\.generated\.ts$/.test(file));
  const offending = files.filter((file) =>
    written.test(readFileSync(join(root, file), 'utf8').replaceAll(requested, '')),
  );
  expect(offending).toEqual([]);
});
