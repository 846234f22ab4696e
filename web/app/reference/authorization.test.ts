import { getCredentials } from './authorization';

test.each([
  ['anyone', false, [], ''],
  ['a key alone', true, [], 'ключ API'],
  ['one token beside it', true, ['customer'], 'ключ API или токен доступа к покупателю'],
  [
    'several tokens',
    true,
    ['invoice', 'customer', 'invoiceTemplate'],
    'ключ API или токен доступа к инвойсу, покупателю или шаблону инвойсов',
  ],
])('credentials of an operation for %s are formatted', (_who, needsKey, accessTokens, said) => {
  expect(getCredentials({ needsKey, accessTokens })).toBe(said);
});
