import { CHARGEBACK_COMMANDS } from '../../payments/chargeback/chargeback-commands';
import { DEPOSIT_COMMANDS } from '../../wallets/deposit/deposit-commands';
import { describeCommand, readCommand, type CommandFields } from './command-fields';

const DEPOSIT = { walletID: 'w-1', sourceID: 'bank', amount: 100, currency: 'RUB' };
const CLAIM = { invoiceID: 'i-1', paymentID: '1', chargebackID: '1' };

function getProblems(command: CommandFields, typed: unknown): string {
  try {
    readCommand(command, typed);
  } catch (error) {
    expect(error).toMatchObject({ name: 'Refusal', code: 'invalidRequest' });
    return (error as Error).message;
  }
  return '';
}

test('a valid command is parsed with its amounts as bigint', () => {
  expect(readCommand(DEPOSIT_COMMANDS.create, { ...DEPOSIT, description: '' })).toEqual({
    ...DEPOSIT,
    amount: 100n,
    description: '',
  });
  expect(readCommand(CHARGEBACK_COMMANDS.reopen, { ...CLAIM, stage: 'arbitration' })).toEqual({
    ...CLAIM,
    stage: 'arbitration',
  });
});

test('optional fields may be null', () => {
  const read = readCommand(DEPOSIT_COMMANDS.create, { ...DEPOSIT, externalID: null, description: undefined });
  expect(Object.keys(read)).toEqual(Object.keys(DEPOSIT));
});

test('errors name each invalid field and its rule without the value', () => {
  const typed = { walletID: '', amount: 10.5, currency: 'rub', externalID: 'x'.repeat(41), note: 'secret' };
  expect(getProblems(DEPOSIT_COMMANDS.create, typed).split('; ')).toEqual([
    'walletID: must be a text of 1 to 40 characters',
    'sourceID: is missing, must be a text of 1 to 40 characters',
    'amount: must be an integer above zero, in minor units',
    'currency: must be a currency of ISO 4217, in capital letters',
    'externalID: must be a text of 1 to 40 characters',
    'note: is no field of this command',
  ]);
  expect(getProblems(DEPOSIT_COMMANDS.adjust, { depositID: 'd-1', status: 'Pending' })).toBe(
    'status: must be one of Succeeded, Failed',
  );
});

test.each([0, -1, 1.5, 2 ** 53, '100', true])('%p is not an amount', (amount) => {
  expect(getProblems(DEPOSIT_COMMANDS.create, { ...DEPOSIT, amount })).toMatch(/^amount: must be an integer/);
});

test.each([undefined, null, 'text', 7, [DEPOSIT]])('%p is not a command', (typed) => {
  expect(getProblems(DEPOSIT_COMMANDS.create, typed)).toBe('the command must be a JSON object');
});

test('names of Object.prototype are unknown fields', () => {
  const typed: unknown = JSON.parse(`{"__proto__": 1, "constructor": 2, ${JSON.stringify(CLAIM).slice(1)}`);
  expect(getProblems(CHARGEBACK_COMMANDS.decide, typed)).toBe(
    '__proto__: is no field of this command; constructor: is no field of this command',
  );
});

test('the description lists the fields and their choices', () => {
  expect(describeCommand(DEPOSIT_COMMANDS.adjust)).toBe(
    '{"depositID", "status": "Succeeded" | "Failed", "externalID"?}',
  );
});
