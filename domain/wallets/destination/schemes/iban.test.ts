import fc from 'fast-check';
import { hasIbanCheckDigits } from './iban';

describe('the check digits of an IBAN', () => {
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'TR330006100519786457841326',
    'PK36SCBL0000001123456702',
    'AE070331234567890123456',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('hold for %s', (iban) => expect(hasIbanCheckDigits(iban)).toBe(true));

  it.each([
    'DE88370400440532013000',
    'GB29NWBK60161331926818',
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'DE89',
    '',
  ])('fail for "%s"', (iban) => expect(hasIbanCheckDigits(iban)).toBe(false));

  it('detect any single changed digit', () => {
    const iban = 'DE89370400440532013000';
    const position = fc.integer({ min: 4, max: iban.length - 1 });
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digit = (Number(iban[index]) + shift) % 10;
        expect(hasIbanCheckDigits(iban.slice(0, index) + digit + iban.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('match integer arithmetic', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{2}$/), fc.stringMatching(/^[A-Z0-9]{11,30}$/), (country, account) => {
        const number = [...`${account}${country}00`].map((character) => parseInt(character, 36)).join('');
        const check = String(98n - (BigInt(number) % 97n)).padStart(2, '0');
        expect(hasIbanCheckDigits(country + check + account)).toBe(true);
      }),
    );
  });
});
