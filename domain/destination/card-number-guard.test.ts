import fc from 'fast-check';
import { findCardNumber, holdsCardNumber } from './card-number-guard';
import { isLuhnValid } from './schemes/digits';

const cardNumber = fc
  .stringMatching(/^[1-9]\d{10,17}$/)
  .map((body) => body + [...'0123456789'].find((digit) => isLuhnValid(body + digit)));
const text = fc.stringMatching(/^[A-Za-z ,:;_]{0,20}$/);

describe('the card number guard', () => {
  it('finds any card number of 12 to 19 digits within any text', () => {
    fc.assert(
      fc.property(text, cardNumber, text, (before, number, after) => {
        expect(holdsCardNumber(`${before}${number}${after}`)).toBe(true);
      }),
    );
  });

  it('finds it however deep in the body, and names the field', () => {
    const body = { name: 'x', metadata: { list: [1, { note: 'card 4242424242424242' }] } };
    expect(findCardNumber(body)).toBe('metadata.list.1.note');
  });

  it('finds it as a number and as the name of a field', () => {
    expect(findCardNumber({ metadata: { pan: 4242424242424242 } })).toBe('metadata.pan');
    expect(findCardNumber({ metadata: { '4242424242424242': true } })).toBe('metadata');
  });

  it.each([
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '3782 822463 10005',
    '5868 2416 0825 5333 38',
    '４２４２４２４２４２４２４２４２',
  ])('finds %s, written as people write it', (number) =>
    expect(holdsCardNumber(`my card ${number}, thanks`)).toBe(true),
  );

  it('treats an account number as it treats any other text: the rule knows no exempt field', () => {
    expect(holdsCardNumber('GB29NWBK60161331926819')).toBe(false);
    // A valid British IBAN whose 14 digits happen to fit.
    expect(findCardNumber({ resource: { iban: 'GB94NWBK60161331926813' } })).toBe('resource.iban');
  });

  it.each([
    ['a Russian account of 20 digits', '40702810938000012345'],
    ['a CBU of 22 digits', '2850590940090418135201'],
    ['a German IBAN with 20 digits', 'DE89370400440532013000'],
    ['a phone of 11 digits', '+79161234567'],
    ['16 digits that do not fit', '4242424242424241'],
    ['a date and a time', '2026-11-21T12:00:00.000Z'],
    ['a random key', '123e4567-e89b-12d3-a456-426655440001'],
  ])('lets %s pass', (_, value) => expect(findCardNumber({ value })).toBeUndefined());

  it('refuses what is nested deeper than it searches', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : { a: nest(depth - 1) });
    expect(findCardNumber(nest(60))).toBeUndefined();
    expect(findCardNumber(nest(70))).toBeDefined();
  });
});
