import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '..');
const FOLDERS = [
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

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
    .map((file) => join(root, folder, file)),
);

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).map((file) => relative(root, file));

/** Matches imports of Temporal's `Client` as a value. */
const CLIENT =
  /import \{(?:[^}]*,)?\s*(?:Workflow|Schedule)?Client\b[^}]*\} from '@temporalio\/client'|\{[^}]*\bClient\b[^}]*\} = await import\('@temporalio\/client'\)/;

test('Temporal clients and workers are created in one place each, which encrypts payloads', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(filesWith(CLIENT)).toEqual(['runtime/engine-client.ts']);
  expect(filesWith(/Worker\.create\(/)).toEqual(['worker/create-worker.ts']);
  expect(readFileSync(join(root, 'worker/create-worker.ts'), 'utf8').match(/Worker\.create\(/g)).toHaveLength(1);
});
