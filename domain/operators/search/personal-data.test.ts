import { maskEmail, maskPhone, maySeeContacts, showContacts } from './personal-data';

test('support and finance see contacts, other roles do not', () => {
  expect(maySeeContacts(['support'])).toBe(true);
  expect(maySeeContacts(['viewer', 'finance'])).toBe(true);
  expect(maySeeContacts(['viewer', 'configuration', 'administrator'])).toBe(false);
  expect(maySeeContacts([])).toBe(false);
});

test.each([
  ['anna@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['@example.com', '***'],
  ['anna', '***'],
  ['', '***'],
])('the e-mail address %s is masked as %s', (email, masked) => expect(maskEmail(email)).toBe(masked));

test.each([
  ['+7 900 123-45-67', '***4567'],
  ['12345', '***2345'],
  ['1234', '***'],
  ['', '***'],
])('the phone number %s is masked as %s', (phone, masked) => expect(maskPhone(phone)).toBe(masked));

test('known contacts are shown, masked or whole', () => {
  const contacts = { email: 'anna@example.com', phone: '+79001234567' };
  expect(showContacts(contacts, false)).toEqual(contacts);
  expect(showContacts(contacts, true)).toEqual({ email: 'a***@example.com', phone: '***4567' });
  expect(showContacts({ email: null, phone: undefined }, true)).toEqual({});
  expect(showContacts({ email: undefined, phone: null }, false)).toEqual({});
});
