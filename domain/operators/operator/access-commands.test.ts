import { ACCESS_COMMANDS } from './access-commands';

const { name, email, roles } = ACCESS_COMMANDS.createOperator.required;
const { commandLimit } = ACCESS_COMMANDS.setLimit.required;
const { dailyMessages } = ACCESS_COMMANDS.setReplayLimit.required;

test.each<[unknown, unknown]>([
  [['viewer'], ['viewer']],
  [
    ['administrator', 'viewer', 'viewer'],
    ['viewer', 'administrator'],
  ],
  [[], []],
  [['owner'], undefined],
  [['viewer', 'owner'], undefined],
  [['viewer', 1], undefined],
  ['viewer', undefined],
  [null, undefined],
])('the roles %j are read as %j', (typed, read) => expect(roles.read(typed)).toEqual(read));

test.each<[unknown, unknown]>([
  ['Анна', 'Анна'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), undefined],
  ['', undefined],
  ['  ', undefined],
  [5, undefined],
])('the name %j is read as %j', (typed, read) => expect(name.read(typed)).toEqual(read));

test.each<[unknown, unknown]>([
  ['Anna@Example.com', 'anna@example.com'],
  [`${'x'.repeat(242)}@example.com`, `${'x'.repeat(242)}@example.com`],
  [`${'x'.repeat(243)}@example.com`, undefined],
  ['anna@', undefined],
  ['@example.com', undefined],
  ['a nna@example.com', undefined],
  ['anna@example.com ', undefined],
  ['a@b@c', undefined],
  [5, undefined],
])('the e-mail address %j is read as %j', (typed, read) => expect(email.read(typed)).toEqual(read));

test.each<[unknown, unknown]>([
  [0, 0],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [-1, undefined],
  [1.5, undefined],
  ['1', undefined],
])('the limit %j is read as %j', (typed, read) => expect(commandLimit.read(typed)).toEqual(read));

test.each<[unknown, unknown]>([
  [0, 0],
  [1_000_000_000, 1_000_000_000],
  [1_000_000_001, undefined],
  [-1, undefined],
])('the number of replayed messages %j is read as %j', (typed, read) =>
  expect(dailyMessages.read(typed)).toEqual(read),
);

test('every rule says what is expected', () => {
  const rules = [name, email, roles, commandLimit, dailyMessages].map(({ rule }) => rule);
  expect(rules).toEqual([
    'must be a text of 1 to 100 characters',
    'must be an e-mail address of at most 254 characters',
    'must be a list of roles: viewer, support, finance, configuration, administrator',
    'must be an integer from 0 to 9007199254740991',
    'must be an integer from 0 to 1000000000',
  ]);
});

test('each command asks for the fields that its people approve', () => {
  const fields = Object.entries(ACCESS_COMMANDS).map(([command, { required }]) => [command, Object.keys(required)]);
  expect(Object.fromEntries(fields)).toEqual({
    createOperator: ['name', 'email', 'roles'],
    setRoles: ['operatorID', 'roles'],
    operator: ['operatorID'],
    setLimit: ['role', 'currency', 'commandLimit', 'dailyLimit'],
    deleteLimit: ['role', 'currency'],
    setReplayLimit: ['role', 'dailyMessages'],
    deleteReplayLimit: ['role'],
    approvalRule: ['type'],
  });
});
