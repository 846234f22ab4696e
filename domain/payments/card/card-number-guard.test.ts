import fc from 'fast-check';
import { findCardNumber, holdsCardNumber } from './card-number-guard';
import { findCardRange, isLuhnValid } from './card-ranges';

/** Numbers of every range and length, as digits that the range's expression accepts. */
const cardNumber = fc
  .tuple(
    fc.constantFrom(...'2200 4 51 2221 5018 37 36 6011 3528 62 8600 9860'.split(' ')),
    fc.nat(),
    fc.stringMatching(/^\d{19}$/),
  )
  .map(([prefix, pick, digits]) => {
    const lengths = findCardRange(prefix)?.lengths ?? [];
    const body = (prefix + digits).slice(0, (lengths[pick % lengths.length] ?? 16) - 1);
    return body + [...'0123456789'].find((digit) => isLuhnValid(body + digit));
  });
const text = fc.stringMatching(/^[A-Za-z ,:;_]{0,20}$/);

describe('findCardNumber', () => {
  it('finds a card number of any network and length in any text', () => {
    fc.assert(
      fc.property(text, cardNumber, text, (before, number, after) => {
        expect(holdsCardNumber(`${before}${number}${after}`)).toBe(true);
      }),
    );
  });

  it('returns the path of a nested field', () => {
    const body = { name: 'x', metadata: { list: [1, { note: 'card 4242424242424242' }] } };
    expect(findCardNumber(body)).toBe('metadata.list.1.note');
  });

  it('searches numbers and field names', () => {
    expect(findCardNumber({ metadata: { pan: 4242424242424242 } })).toBe('metadata.pan');
    expect(findCardNumber({ metadata: { '4242424242424242': true } })).toBe('metadata');
  });

  it.each([
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '3782 822463 10005',
    '5868 2416 0825 5333 38',
    '４２４２４２４２４２４２４２４２',
  ])('finds %s with separators or full-width digits', (number) =>
    expect(holdsCardNumber(`my card ${number}, thanks`)).toBe(true),
  );

  it('does not judge ids and account numbers, and judges what is nested below them', () => {
    const number = '4242424242424242';
    expect(findCardNumber({ externalID: number, resource: { iban: number, accountNumber: number } })).toBeUndefined();
    expect(findCardNumber({ metadata: { id: { note: number } } })).toBe('metadata.id.note');
    expect(findCardNumber({ metadata: { orderID: number } })).toBe('metadata.orderID');
  });

  it('accepts nearly every time in milliseconds and order number that passes the check digit', () => {
    const times = fc.integer({ min: 1_600_000_000_000, max: 1_999_999_999_999 }).map(String);
    const orders = fc.stringMatching(/^[0179]\d{15}$/);
    fc.assert(fc.property(fc.oneof(times, orders), (text) => text.startsWith('9860') || !holdsCardNumber(text)));
  });

  it.each([
    ['a Russian account of 20 digits', '40702810938000012345'],
    ['a CBU of 22 digits', '2850590940090418135201'],
    ['a German IBAN with 20 digits', 'DE89370400440532013000'],
    ['a phone of 11 digits', '+79161234567'],
    ['16 digits that do not fit', '4242424242424241'],
    ['a date and a time', '2026-11-21T12:00:00.000Z'],
    ['a random key', '123e4567-e89b-12d3-a456-426655440001'],
  ])('accepts %s', (_, value) => expect(findCardNumber({ value })).toBeUndefined());

  it('refuses bodies nested deeper than its search', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : { a: nest(depth - 1) });
    expect(findCardNumber(nest(60))).toBeUndefined();
    expect(findCardNumber(nest(70))).toBeDefined();
  });
});
