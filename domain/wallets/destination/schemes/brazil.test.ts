import fc from 'fast-check';
import { isCnpj, isCpf, isPixKey, type PixKeyType } from './brazil';

describe('a CPF', () => {
  it.each(['11144477735', '52998224725', '529.982.247-25'])('is %s', (cpf) => expect(isCpf(cpf)).toBe(true));
  it.each(['11144477736', '11111111111', '1114447773', '529982.247-25', ''])('is not "%s"', (text) => {
    expect(isCpf(text)).toBe(false);
  });

  it('has exactly one pair of check digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (body) => {
        fc.pre(new Set(body).size > 1);
        const endings = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
        expect(endings.filter((ending) => isCpf(body + ending))).toHaveLength(1);
      }),
    );
  });
});

describe('a CNPJ', () => {
  it.each(['11222333000181', '11.222.333/0001-81', '00000000000191', '12ABC34501DE35', '12.ABC.345/01DE-35'])(
    'is %s',
    (cnpj) => expect(isCnpj(cnpj)).toBe(true),
  );
  it.each(['11222333000182', '00000000000000', '12abc34501de35', '12ABC34501DEAB', '1122233300018'])(
    'is not %s',
    (text) => expect(isCnpj(text)).toBe(false),
  );
});

describe('a PIX key', () => {
  it.each<[PixKeyType, string]>([
    ['CPF', '529.982.247-25'],
    ['CNPJ', '11.222.333/0001-81'],
    ['Email', 'Maria@Example.com'],
    ['Phone', '11987654321'],
    ['Phone', '+5511987654321'],
    ['Phone', '1133334444'],
    ['EVP', '123E4567-e89b-12d3-a456-426655440000'],
  ])('of the type %s accepts %s', (type, key) => {
    expect(isPixKey({ type, key })).toBe(true);
  });

  it.each<[PixKeyType, string]>([
    ['CPF', '11222333000181'],
    ['CNPJ', '11144477735'],
    ['Email', 'maria'],
    ['Email', `${'a'.repeat(70)}@example.com`],
    ['Phone', '+7911987654321'],
    ['Phone', '01987654321'],
    ['EVP', '123e4567e89b12d3a456426655440000'],
  ])('of the type %s rejects %s', (type, key) => expect(isPixKey({ type, key })).toBe(false));
});
