import fc from 'fast-check';
import { hasNubanCheckDigit } from './nigeria';

describe('the check digit of a NUBAN', () => {
  it('matches the example of the standard', () => {
    expect(hasNubanCheckDigit({ bankCode: '011', accountNumber: '0000014579' })).toBe(true);
  });

  it('counts the code of another institution after a nine', () => {
    const fitting = (bankCode: string) =>
      [...'0123456789'].find((digit) => hasNubanCheckDigit({ bankCode, accountNumber: `000001457${digit}` }));
    expect(['50547', '00011', '011'].map(fitting)).toEqual(['3', '2', '9']);
  });

  it.each([
    ['011', '0000014578'],
    ['012', '0000014579'],
    ['0110', '0000014579'],
    ['011', '000001457'],
  ])('rejects bank %s with account %s', (bankCode, accountNumber) => {
    expect(hasNubanCheckDigit({ bankCode, accountNumber })).toBe(false);
  });

  it('is unique for banks and for other institutions', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\d{3}|\d{5})$/), fc.stringMatching(/^\d{9}$/), (bankCode, serial) => {
        const fitting = [...'0123456789'].filter((digit) =>
          hasNubanCheckDigit({ bankCode, accountNumber: serial + digit }),
        );
        expect(fitting).toHaveLength(1);
      }),
    );
  });
});
