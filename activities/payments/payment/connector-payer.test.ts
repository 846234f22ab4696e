import { describePayer } from './connector-payer';

test.each([
  ['DEU', 'DE'],
  ['RUS', 'RU'],
  ['XXX', undefined],
])('a connector is given the country %s as %s', (country, expected) => {
  expect(describePayer({ country, city: 'City' }).billingAddress).toEqual({
    ...(expected !== undefined && { country: expected }),
    city: 'City',
  });
});
