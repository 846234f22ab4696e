import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandLine } from '../tests/harness/command-line';
import { service } from '../tests/harness/services';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');
const runCommand = commandLine();

const folder = mkdtempSync(join(tmpdir(), 'holdfast-words-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

beforeAll(() => service('build'));

const KEY = Buffer.alloc(32).toString('base64');
const NOWHERE = {
  // Without the demo shop that a local start leaves in the folder of the project.
  DATA_DIR: folder,
  DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  ENCRYPTION_KEY: KEY,
  TOKEN_SIGNING_KEY: KEY,
  HOLDFAST_OPERATOR: 'alice',
  HOLDFAST_OPERATOR_KEY: 'hfo_x',
  SANDBOX_SECRET: 'a secret of the sandbox',
};

const HTTP = { ...NOWHERE, HOLDFAST_URL: 'http://127.0.0.1:2' };

async function stderrOf(args: string[], environment: Record<string, string> = HTTP): Promise<string> {
  const { code, stderr } = await runCommand(args, environment);
  expect(code).toBe(1);
  return stderr.trim();
}

/** The same for a separate process. */
async function stderrOfProcess(...args: string[]): Promise<string> {
  const failed: unknown = await run(process.execPath, [cli, ...args], { env: { ...process.env, ...NOWHERE } }).then(
    () => new Error('the command succeeded'),
    (error: unknown) => error,
  );
  expect((failed as { code: number }).code).toBe(1);
  return (failed as { stderr: string }).stderr.trim();
}

test.each([
  [
    'ledger verify',
    ['ledger', 'verify'],
    'on the database, as operator/alice\nPostgreSQL does not answer (ECONNREFUSED): is `npm start` running?',
  ],
  [
    'chargeback accept',
    ['chargeback', 'accept', '{"invoiceID": "i", "paymentID": "1", "chargebackID": "1"}'],
    "error: required option '--reason <text>' not specified",
  ],
  ['reference check', ['reference', 'check', '/none/such.yaml'], 'there is no file /none/such.yaml'],
  ['listen', ['listen', '--demo', '/none/demo.json'], 'there is no file /none/demo.json'],
])('%s reports its problem in plain lines', async (_, args, words) => {
  expect(await stderrOfProcess(...args)).toBe(words);
});

const POSTGRES_AWAY = 'PostgreSQL does not answer (ECONNREFUSED): is `npm start` running?';
const API_AWAY = 'http://127.0.0.1:2 does not answer (ECONNREFUSED): is the platform running there?';
const DEPOSIT = { walletID: 'w', sourceID: 's', amount: 5, currency: 'RUB' };

test.each(['demo seed', 'ledger verify', 'rotate status'])(
  '%s runs on the database and names its operator',
  async (command) => {
    expect(await stderrOf(command.split(' '), NOWHERE)).toBe(`on the database, as operator/alice\n${POSTGRES_AWAY}`);
    expect(await stderrOf(command.split(' '))).toContain('this command needs the database');
  },
);

test('a command without an address and a local start asks for the platform', async () => {
  expect(await stderrOf(['audit'], NOWHERE)).toBe(
    'which platform? Run `npm start`, `holdfast login --url URL`, or set HOLDFAST_URL',
  );
});

test.each([
  ['audit', API_AWAY],
  ['keys list --party unknown', API_AWAY],
  ['keys create --party unknown', API_AWAY],
  ['keys revoke none', API_AWAY],
  ['operator-key list', API_AWAY],
  ['operator list', API_AWAY],
  ['operator-key create --name bob', API_AWAY],
  ['operator-key revoke none --reason test', API_AWAY],
  ['link none', API_AWAY],
  ['destination approve none --reason checked', API_AWAY],
  ['reference load --reason test', API_AWAY],
  ['reference check', API_AWAY],
  ['payment i.1', API_AWAY],
  ['payment attempts i.1', API_AWAY],
  ['refund i.1.1', API_AWAY],
  ['withdrawal none', API_AWAY],
  ['subject customer/none', API_AWAY],
  ...['list --party none', 'show w', 'attempts w', 'replay w', 'progress r', 'cancel r', 'retry w', 'resume w'].map(
    (command) => [`webhook ${command}`, API_AWAY],
  ),
  ['webhook pause w --reason because', API_AWAY],
  ['webhook discard w --reason because', API_AWAY],
  ['webhook standard-headers w on', API_AWAY],
  ['webhook rotate-key w --reason because', API_AWAY],
  ['webhook rotate-key w --reason because --overlap 31d', '--overlap must be at most 30d'],
  [
    'webhook show w --url http://127.0.0.1:3',
    'http://127.0.0.1:3 does not answer (ECONNREFUSED): is the platform running there?',
  ],
  ['audit nonsense', 'nonsense is not SUBJECTTYPE/SUBJECTID'],
  ['audit --limit many', '--limit: many is not a positive whole number'],
  ['payment attempts i', 'i is not INVOICE.PAYMENT'],
  ['webhook replay', "error: missing required argument 'id'"],
  [
    'operator-key create --name bob --roles boss',
    'there is no role boss; roles are viewer, support, finance, configuration, administrator',
  ],
  ['keys create', "error: required option '--party <id>' not specified"],
  ['nonsense', "error: unknown command 'nonsense'"],
])('%s fails with: %s', async (command, words) => {
  expect(await stderrOf(command.split(' '))).toBe(words);
});

test.each([
  [
    'deposit create --reason test',
    { ...DEPOSIT, currency: 'RUR' },
    'invalidRequest: currency: must be a currency of ISO 4217, in capital letters',
  ],
  [
    'source create',
    { name: 'Bank', currency: 'QQQ' },
    'invalidRequest: currency: must be a currency of ISO 4217, in capital letters',
  ],
  ['source create', { name: 'Bank', currency: 'RUB' }, API_AWAY],
])('%s %j', async (command, json, words) => {
  expect(await stderrOf([...command.split(' '), JSON.stringify(json)])).toBe(words);
});

test.each([
  ['listen --demo', 'text.json', 'nothing of JSON'],
  ['listen --demo', 'other.json', '{"apiUrl": 5}'],
  ['reference check', 'half.yaml', 'categories: ['],
])('%s %s reports the error in the file', async (command, name, text) => {
  const path = file(name, text);
  const words = await stderrOf([...command.split(' '), path]);
  expect(words.startsWith(path)).toBe(true);
  expect(words).not.toMatch(/Unexpected token|ZodError|\n *at /);
});

test('a directory instead of a file is reported', async () => {
  expect(await stderrOf(['reference', 'check', folder])).toBe('expected a file, found a directory');
});
