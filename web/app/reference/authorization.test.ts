import { getCredentials } from './authorization';

test.each([
  ['anyone', false, [], ''],
  ['a key alone', true, [], 'ключ API'],
  ['one token beside it', true, ['customer'], 'ключ API или токен доступа к плательщику'],
  [
    'several tokens',
    true,
    ['invoice', 'customer', 'invoiceTemplate'],
    'ключ API или токен доступа к инвойсу, плательщику или шаблону инвойсов',
  ],
])('credentials of an operation for %s are formatted', (_who, needsKey, accessTokens, said) => {
  expect(getCredentials({ needsKey, accessTokens })).toBe(said);
});
