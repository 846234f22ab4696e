import fc from 'fast-check';
import { findCardRange, isCardNumber, isLuhnValid } from './card-ranges';

describe('the Luhn check', () => {
  it.each(['4242424242424242', '5555555555554444', '586824160825533338', '378282246310005', '79927398713'])(
    'holds for %s',
    (number) => expect(isLuhnValid(number)).toBe(true),
  );

  it.each(['4242424242424241', '79927398710'])('fails for %s', (number) => expect(isLuhnValid(number)).toBe(false));

  it('accepts exactly one last digit of ten', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11,18}$/), (body) => {
        const accepted = [...'0123456789'].filter((digit) => isLuhnValid(body + digit));
        expect(accepted).toHaveLength(1);
      }),
    );
  });
});

describe('card ranges', () => {
  it.each(['4026', '417500', '4405', '4508', '4844', '4913', '4917'])('%s, once Visa Electron, is Visa', (digits) =>
    expect(findCardRange(digits)?.system).toBe('visa'),
  );

  it.each(['5000', '6069', '9792', '1234'])('%s belongs to no known network', (digits) =>
    expect(findCardRange(digits)).toBeUndefined(),
  );

  it.each([
    ['4242424242424242', true],
    ['378282246310005', true],
    ['4242424242424241', false],
    ['42424242424242', false],
    ['1700000000009', false],
  ])('%s is a card number: %s', (digits, isCard) => expect(isCardNumber(digits)).toBe(isCard));
});
