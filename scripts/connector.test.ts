import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-connector-'));
  for (const path of ['connectors/template', 'connectors/account-kinds.ts', 'scripts/connector.mjs']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

const command = (): string => join(folder, 'scripts/connector.mjs');

test('a new connector has its files, its tests, its kind of account and its page', () => {
  const said = execFileSync(process.execPath, [command(), 'acme'], { encoding: 'utf8' });
  const files = said.split('\n\n')[0]?.split('\n') ?? [];
  expect(files.sort()).toEqual([
    'connectors/account-kinds.ts',
    'connectors/acme/acme-callbacks.ts',
    'connectors/acme/acme-client.ts',
    'connectors/acme/acme.account.ts',
    'connectors/acme/acme.connector.test.ts',
    'connectors/acme/acme.connector.ts',
    'connectors/acme/testing/acme-stand-in.ts',
    'docs/connectors/acme.md',
  ]);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect([file, /template/i.test(text.replace('uriTemplate', ''))]).toEqual([file, false]);
  }
  const kinds = readFileSync(join(folder, 'connectors/account-kinds.ts'), 'utf8');
  expect(kinds).toContain(`import { acmeAccount } from './acme/acme.account';`);
  expect(kinds).toMatch(/CONNECTOR_KINDS[^;]*\n {2}acme: define\(acmeAccount\),\n\};/);
});

test.each([
  ['template', 'connectors/template exists'],
  ['../acme', 'usage:'],
  ['', 'usage:'],
])('the name %p is refused', (name, words) => {
  const { status, stderr } = spawnSync(process.execPath, [command(), name], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
});
