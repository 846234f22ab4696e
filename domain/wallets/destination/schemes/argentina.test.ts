import fc from 'fast-check';
import { isAlias, isArgentineTaxID, isCbu, isCvu } from './argentina';

describe('a CBU', () => {
  it.each(['2850590940090418135201', '0170099220000067797370'])('is %s', (cbu) => expect(isCbu(cbu)).toBe(true));

  it.each(['2850590940090418135202', '2850590840090418135201', '285059094009041813520', '0000003100010000000001', ''])(
    'is not "%s"',
    (text) => expect(isCbu(text)).toBe(false),
  );

  it('detects any single changed digit', () => {
    const cbu = '2850590940090418135201';
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 21 }), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digit = (Number(cbu[index]) + shift) % 10;
        expect(isCbu(cbu.slice(0, index) + digit + cbu.slice(index + 1))).toBe(false);
      }),
    );
  });
});

describe('a CVU', () => {
  it('has exactly one pair of check digits and is never a CBU', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^000\d{4}$/), fc.stringMatching(/^\d{13}$/), (provider, account) => {
        const digits = [...'0123456789'];
        const all = digits.flatMap((first) => digits.map((second) => provider + first + account + second));
        expect(all.filter(isCvu)).toHaveLength(1);
        expect(all.filter(isCbu)).toHaveLength(0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an alias', () => {
  it.each(['my.alias', 'casa-mar.3', 'abcdef'])('is %s', (alias) => expect(isAlias(alias)).toBe(true));
  it.each(['short', 'with space', 'ñandú.ñandú', 'a'.repeat(21)])('is not %s', (text) =>
    expect(isAlias(text)).toBe(false),
  );
});

describe('an Argentine tax number', () => {
  it.each(['20123456786', '30500010912', '33693450239'])('is %s', (taxID) =>
    expect(isArgentineTaxID(taxID)).toBe(true),
  );
  it.each(['20123456787', '2012345678', '20-12345678-6'])('is not %s', (text) => {
    expect(isArgentineTaxID(text)).toBe(false);
  });
});
