import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { service } from '../testing/services';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

beforeAll(() => service('build'));

async function said(...args: string[]): Promise<string> {
  const nowhere = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const keys = {
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    TOKEN_SIGNING_KEY: Buffer.alloc(32).toString('base64'),
  };
  const env = { ...process.env, ...nowhere, ...keys, SANDBOX_SECRET: 'a secret of the sandbox' };
  const failed: unknown = await run(process.execPath, [cli, ...args], { env }).then(
    () => new Error('it went well'),
    (error: unknown) => error,
  );
  return (failed as { stderr: string }).stderr.trim();
}

test.each([
  ['ledger verify', ['ledger', 'verify'], 'PostgreSQL does not answer (ECONNREFUSED): is `npm start` running?'],
  [
    'chargeback accept',
    ['chargeback', 'accept', '{"invoiceID": "i", "paymentID": "1", "chargebackID": "1"}'],
    'Temporal does not answer at 127.0.0.1:1: is `npm start` running?',
  ],
  ['reference check', ['reference', 'check', '/none/such.yaml'], 'there is no file /none/such.yaml'],
  ['listen', ['listen', '--demo', '/none/demo.json'], 'there is no file /none/demo.json'],
])('%s says in one line what is away and what to do', async (_, args, words) => {
  expect(await said(...args)).toBe(words);
});
