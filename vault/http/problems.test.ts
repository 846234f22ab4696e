import { AccountRefused } from '../accounts/accounts';
import { CardNotFound } from '../cards/cards';
import { NoAcquirerAnswer, NotSent, OriginNotAllowed } from '../forward/acquirers';
import { LimitReached } from '../forward/use-limits';
import { CannotDecrypt, KeysUnavailable, VaultLocked, WrongShare } from '../keys/key-encryption';
import { InvalidRequest } from './invalid-request';
import { BodyTooLarge } from './json-body';
import { Forbidden, NoOperation, toProblem } from './problems';

test.each([
  [new InvalidRequest('body.url', 'x'), 400, { code: 'invalidRequest', message: 'x', place: 'body.url' }],
  [new WrongShare('x'), 400, { code: 'invalidRequest', message: 'x' }],
  [new NoOperation(), 404, { code: 'invalidRequest', message: 'no such operation' }],
  [new CardNotFound(), 404, { code: 'cardNotFound', message: 'the vault has no such card of this party' }],
  [new Forbidden('x'), 403, { code: 'forbidden', message: 'x' }],
  [new OriginNotAllowed('x'), 403, { code: 'originNotAllowed', message: 'x' }],
  [new AccountRefused('x'), 403, { code: 'accountRefused', message: 'x' }],
  [new BodyTooLarge('x'), 413, { code: 'bodyTooLarge', message: 'x', place: 'body' }],
  [new LimitReached('card'), 429, { code: 'limited', message: 'too many uses: card' }],
  [new NotSent('x'), 502, { code: 'notSent', message: 'x' }],
  [new KeysUnavailable('x'), 503, { code: 'unavailable', message: 'x' }],
  [new VaultLocked(), 503, { code: 'locked', message: 'the vault is locked: its custodians have to unlock it' }],
  [new NoAcquirerAnswer('x'), 504, { code: 'noAnswer', message: 'x' }],
])('%s is answered with %i', (error, status, body) => {
  expect(toProblem(error)).toEqual({ status, body });
});

const UNAVAILABLE = {
  status: 503,
  body: { code: 'unavailable', message: 'the database of the vault does not answer' },
};

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P03', '25006', '53300', '08006', '08P01'],
])('the error %s of the database is an outage, and its message is not quoted', (code) => {
  expect(toProblem(Object.assign(new Error('4242424242424242'), { code }))).toEqual(UNAVAILABLE);
});

test.each([
  ...['timeout exceeded when trying to connect', 'Query read Timeout', 'Connection terminated unexpectedly'],
  'canceling statement due to statement timeout',
])('the message %p of a database is an outage', (message) => {
  expect(toProblem(new Error(message))).toEqual(UNAVAILABLE);
});

test.each([
  new Error('x'),
  new CannotDecrypt(),
  ...['23505', '0800', '080066', 'x08006', 'XX000'].map((code) => Object.assign(new Error('x'), { code })),
  {},
])('the error %p is a defect', (error) => {
  expect(toProblem(error)).toBeUndefined();
});

test('errors are named in the log', () => {
  const errors = [new Forbidden('x'), new NoOperation(), new BodyTooLarge('x'), new CardNotFound()];
  expect(errors.map(({ name }) => name)).toEqual(['Forbidden', 'NoOperation', 'BodyTooLarge', 'CardNotFound']);
});
