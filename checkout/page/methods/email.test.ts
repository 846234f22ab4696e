import fc from 'fast-check';
import payments from '../../../specs/payments.json';
import { isEmailAddress } from '../../../api/http/formats';
import { isEmail } from './email';

const published = payments.components.schemas.EmailAddress;
const isTaken = (text: string) =>
  isEmailAddress(text) && text.length <= published.maxLength && new RegExp(published.pattern).test(text);

test.each([
  ['anna@example.com', true],
  ['anna.ivanova+tag@sub.example.org', true],
  ["o'neil@a-b.example", true],
  ['a@b', true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(63)}.c`, true],
  [`a@${'b'.repeat(64)}.c`, false],
  [`${'a'.repeat(60)}@${'b'.repeat(40)}.c`, false],
  ['anna@mail..ru', false],
  ['anna@.ru', false],
  ['anna@mail.', false],
  ['.anna@mail.ru', false],
  ['an..na@mail.ru', false],
  ['anna@-mail.ru', false],
  ['anna@mail-.ru', false],
  ['anna@ma_il.ru', false],
  ['почта@пример.рф', false],
  ['anna@mail.ru\n', false],
  ['anna @mail.ru', false],
  ['anna@mail.ru@mail.ru', false],
  ['', false],
])('page and platform agree on %j', (text, isAddress) => {
  expect([isEmail(text), isTaken(text)]).toEqual([isAddress, isAddress]);
});

test('page and platform agree on every text', () => {
  const sign = fc.constantFrom(...'aZ0-.@_+\'" ,п\n');
  const likeAnAddress = fc.tuple(fc.string({ unit: sign, maxLength: 70 }), fc.string({ unit: sign, maxLength: 70 }));
  const text = fc.oneof(
    fc.string({ maxLength: 120 }),
    fc.emailAddress(),
    likeAnAddress.map((parts) => parts.join('@')),
  );
  fc.assert(
    fc.property(text, (given) => expect(isEmail(given)).toBe(isTaken(given))),
    { numRuns: 3_000 },
  );
});
