import fc from 'fast-check';
import { hasAccountKey, hasCorrespondentAccountKey, isBik, isInn, isRoubleAccount } from './russia';

const bankBik = '044525225';

describe('the control key of a Russian account', () => {
  it.each([
    ['40702810938000012345', '044525225'],
    ['40817810700000000001', '044525225'],
    // A former tax account at the Bank of Russia.
    ['40101810800000010041', '044583001'],
  ])('matches the account %s at %s', (account, bik) => expect(hasAccountKey({ account, bankBik: bik })).toBe(true));

  it('detects any single changed digit', () => {
    const account = '40702810938000012345';
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digit = (Number(account[index]) + shift) % 10;
        expect(hasAccountKey({ account: account.slice(0, index) + digit + account.slice(index + 1), bankBik })).toBe(
          false,
        );
      }),
    );
  });

  it('rejects a bank whose last digits differ by one', () => {
    expect(hasAccountKey({ account: '40702810938000012345', bankBik: '044525226' })).toBe(false);
  });

  it('is unique for any account', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), fc.stringMatching(/^\d{11}$/), (head, tail) => {
        const keys = [...'0123456789'].filter((key) => hasAccountKey({ account: head + key + tail, bankBik }));
        expect(keys).toHaveLength(1);
      }),
    );
  });
});

describe('a correspondent account', () => {
  it('matches the bank whose digits it ends with', () => {
    expect(hasCorrespondentAccountKey({ account: '30101810400000000225', bankBik })).toBe(true);
    expect(hasCorrespondentAccountKey({ account: '30101810200000000593', bankBik: '044525593' })).toBe(true);
  });

  it('rejects another bank', () => {
    expect(hasCorrespondentAccountKey({ account: '30101810400000000225', bankBik: '044525593' })).toBe(false);
  });
});

describe('a BIK', () => {
  it.each(['044525225', '017003983'])('is %s', (bik) => expect(isBik(bik)).toBe(true));
  it.each(['04452522', '944525225', '04452522a'])('is not %s', (text) => expect(isBik(text)).toBe(false));
});

describe('an account in roubles', () => {
  it('has the currency code 810 or 643', () => {
    expect(isRoubleAccount('40702810938000012345')).toBe(true);
    expect(isRoubleAccount('40702643938000012345')).toBe(true);
    expect(isRoubleAccount('40702840938000012345')).toBe(false);
  });
});

describe('an INN', () => {
  it.each(['7707083893', '7830002293', '500100732259'])('is %s', (inn) => expect(isInn(inn)).toBe(true));
  it.each(['7707083894', '500100732250', '500100732269', '77070838931', ''])('is not "%s"', (text) => {
    expect(isInn(text)).toBe(false);
  });
});
