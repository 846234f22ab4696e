import fc from 'fast-check';
import { isLuhnValid } from './digits';

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
