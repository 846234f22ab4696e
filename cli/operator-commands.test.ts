import { commandLine } from '../tests/harness/command-line';
import { service } from '../tests/harness/services';

const runCommand = commandLine();

beforeAll(() => service('compile'));

/** Returns the error of a refused command. Both services are unavailable, so a command that connects fails differently. */
async function refusedWith(...args: string[]): Promise<string> {
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { code, stderr } = await runCommand(args, nowhere);
  expect(code).toBe(1);
  return stderr;
}

test.each([
  [
    'deposit',
    'create',
    '{"walletID": "w-1", "sourceID": "bank", "currency": "RUB"}',
    /^invalidRequest: amount: is missing, /,
  ],
  ['deposit', 'revert', '{"depositID": "d-1", "amount": "5", "currency": "RUB"}', /^invalidRequest: amount: must be /],
  [
    'deposit',
    'revert',
    '{"depositID": "d-1", "amount": 99999999999.9999999, "currency": "RUB"}',
    /^invalidRequest: amount is a number that double precision does not hold exactly$/,
  ],
  ['deposit', 'revert', '{"amount": 1, "amount": 2}', /^invalidRequest: amount is repeated in one object$/],
  ['deposit', 'adjust', '{"depositID": "d-1", "status": "Gone"}', /^invalidRequest: status: must be one of /],
  ['source', 'create', '{"name": "Bank", "currency": "rub"}', /^invalidRequest: currency: must be /],
  [
    'chargeback',
    'create',
    '{"invoiceID": "i-1", "paymentID": "1", "body": 1, "levy": 0}',
    /^invalidRequest: levy: must be /,
  ],
  [
    'chargeback',
    'accept',
    '{"invoiceID": "i-1", "paymentID": "1", "chargeback": "1"}',
    /chargeback: is no field of this command/,
  ],
  ['chargeback', 'reopen', '{"invoiceID"', /^invalidRequest: the command is not JSON$/],
])('%s %s reports an invalid command immediately', async (concept, command, json, words) => {
  const reason = concept === 'source' ? [] : ['--reason', 'test'];
  const message = await refusedWith(concept, command, json, ...reason);
  expect(message.trim()).toMatch(words);
  expect(message.trim()).not.toContain('\n');
});
