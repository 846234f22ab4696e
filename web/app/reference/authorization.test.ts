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
])('an operation for %s says so', (_who, needsKey, accessTokens, said) => {
  expect(getCredentials({ needsKey, accessTokens })).toBe(said);
});
