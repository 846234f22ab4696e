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
  DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  ENCRYPTION_KEY: KEY,
  TOKEN_SIGNING_KEY: KEY,
  HOLDFAST_OPERATOR_KEY: 'hfo_x',
  SANDBOX_SECRET: 'a secret of the sandbox',
};

async function stderrOf(...args: string[]): Promise<string> {
  const { code, stderr } = await runCommand(args, NOWHERE);
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
  ['ledger verify', ['ledger', 'verify'], 'PostgreSQL does not answer (ECONNREFUSED): is `npm start` running?'],
  [
    'chargeback accept',
    ['chargeback', 'accept', '{"invoiceID": "i", "paymentID": "1", "chargebackID": "1"}'],
    "error: required option '--reason <text>' not specified",
  ],
  ['reference check', ['reference', 'check', '/none/such.yaml'], 'there is no file /none/such.yaml'],
  ['listen', ['listen', '--demo', '/none/demo.json'], 'there is no file /none/demo.json'],
])('%s reports an unavailable service in one line', async (_, args, words) => {
  expect(await stderrOfProcess(...args)).toBe(words);
});

const POSTGRES_AWAY = 'PostgreSQL does not answer (ECONNREFUSED): is `npm start` running?';
const DEPOSIT = { walletID: 'w', sourceID: 's', amount: 5, currency: 'RUB' };

test.each([
  ['audit', POSTGRES_AWAY],
  ['demo seed', POSTGRES_AWAY],
  ['keys list --party nobody', POSTGRES_AWAY],
  ['keys create --party nobody', POSTGRES_AWAY],
  ['keys revoke none', POSTGRES_AWAY],
  ['operator-key list', POSTGRES_AWAY],
  ['operator-key create --name bob', POSTGRES_AWAY],
  ['operator-key revoke none', POSTGRES_AWAY],
  ['link none', POSTGRES_AWAY],
  ['destination approve none --reason checked', POSTGRES_AWAY],
  ['reference load --reason test', POSTGRES_AWAY],
  ['reference check', POSTGRES_AWAY],
  ['payment i.1', POSTGRES_AWAY],
  ['payment attempts i.1', POSTGRES_AWAY],
  ['refund i.1.1', POSTGRES_AWAY],
  ['withdrawal none', POSTGRES_AWAY],
  ['subject customer/none', POSTGRES_AWAY],
  ...['list --party none', 'show w', 'attempts w', 'replay w', 'progress r', 'cancel r', 'retry w', 'resume w'].map(
    (command) => [`webhook ${command}`, POSTGRES_AWAY],
  ),
  ['webhook pause w --reason because', POSTGRES_AWAY],
  ['webhook discard w --reason because', POSTGRES_AWAY],
  ['webhook standard-headers w on', POSTGRES_AWAY],
  ['webhook rotate-key w --reason because', POSTGRES_AWAY],
  ['webhook rotate-key w --reason because --overlap 31d', '--overlap must be at most 30d'],
  [
    'webhook show w --url http://127.0.0.1:2',
    'http://127.0.0.1:2 does not answer (ECONNREFUSED): is the platform running there?',
  ],
  ['audit nonsense', 'nonsense is not TYPE/ID'],
  ['audit --limit many', '--limit: many is not a positive whole number'],
  ['payment attempts i', 'i is not INVOICE.PAYMENT'],
  ['webhook replay', "give either the webhook's id or --party ID"],
  ['operator-key create --name ', '--name must not be empty'],
  [
    'operator-key create --name bob --roles boss',
    '--roles: boss is not one of viewer, support, finance, configuration, administrator',
  ],
  ['keys create', "error: required option '--party <id>' not specified"],
  ['nonsense', "error: unknown command 'nonsense'"],
])('%s fails with: %s', async (command, words) => {
  expect(await stderrOf(...command.split(' '))).toBe(words);
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
  ['source create', { name: 'Bank', currency: 'RUB' }, POSTGRES_AWAY],
])('%s %j', async (command, json, words) => {
  expect(await stderrOf(...command.split(' '), JSON.stringify(json))).toBe(words);
});

test.each([
  ['listen --demo', 'text.json', 'nothing of JSON'],
  ['listen --demo', 'other.json', '{"apiUrl": 5}'],
  ['reference check', 'half.yaml', 'categories: ['],
])('%s %s reports the error in the file', async (command, name, text) => {
  const path = file(name, text);
  const words = await stderrOf(...command.split(' '), path);
  expect(words.startsWith(path)).toBe(true);
  expect(words).not.toMatch(/Unexpected token|ZodError|\n *at /);
});

test('a directory instead of a file is reported', async () => {
  expect(await stderrOf('reference', 'check', folder)).toBe('expected a file, found a directory');
});
