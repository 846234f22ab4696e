import { MAX_TOKENS, tokenize } from './tokenize';

describe('tokens of a query', () => {
  test.each([
    ['Проверка  Подписи', ['проверка', 'подписи']],
    ['3-D Secure', ['3', 'd', 'secure']],
    ['X-Request-ID', ['x', 'request', 'id']],
    ['invoice.id', ['invoice.id']],
    ['POST /wallets/{walletID}', ['post', '/wallets/{walletid}']],
  ])('«%s» is cut on whitespace and hyphens and lower-cased', (query, tokens) => {
    expect(tokenize(query)).toEqual(tokens);
  });

  test('nothing has no tokens', () => {
    expect(tokenize('')).toEqual([]);
    expect(tokenize(' - \t')).toEqual([]);
  });

  test('Chinese is cut into runs of word characters and of ideographs', () => {
    expect(tokenize('支付 webhook签名abc', ['en', 'zh'])).toEqual(['支付', 'webhook', '签名', 'abc']);
  });

  test('Japanese and Thai, alone, are cut by their own segmenter', () => {
    expect(tokenize('支払いを作成する', ['ja']).length).toBeGreaterThan(2);
    expect(tokenize('การชำระเงิน', ['th'])).toEqual(['การ', 'ชำระ', 'เงิน']);
  });

  test('no more than twelve tokens are used', () => {
    expect(tokenize('а б в г д е ж з и к л м н о п')).toHaveLength(MAX_TOKENS);
    expect(MAX_TOKENS).toBe(12);
  });
});
