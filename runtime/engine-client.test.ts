import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '..');
const ROOMS = [
  'activities',
  'api',
  'cli',
  'connectors',
  'operators',
  'runtime',
  'sandbox',
  'store',
  'webhooks',
  'worker',
];

const sources = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
    .map((file) => join(root, room, file)),
);

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).map((file) => relative(root, file));

/** `Client` of the engine as a value: who has it only as a type makes none. */
const CLIENT =
  /import \{(?:[^}]*,)?\s*(?:Workflow|Schedule)?Client\b[^}]*\} from '@temporalio\/client'|\{[^}]*\bClient\b[^}]*\} = await import\('@temporalio\/client'\)/;

test('clients and workers of the engine are made in one place each, where payloads are encrypted', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(filesWith(CLIENT)).toEqual(['runtime/engine-client.ts']);
  expect(filesWith(/Worker\.create\(/)).toEqual(['worker/create-worker.ts']);
  expect(readFileSync(join(root, 'worker/create-worker.ts'), 'utf8').match(/Worker\.create\(/g)).toHaveLength(1);
});
