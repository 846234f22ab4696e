import { MAX_TOKENS, tokenize } from './tokenize';

describe('tokens of a query', () => {
  test.each([
    ['Проверка  Подписи', ['проверка', 'подписи']],
    ['3-D Secure', ['3', 'd', 'secure']],
    ['X-Request-ID', ['x', 'request', 'id']],
    ['invoice.id', ['invoice.id']],
    ['POST /wallets/{walletID}', ['post', '/wallets/{walletid}']],
  ])('«%s» is split at whitespace and hyphens and lower-cased', (query, tokens) => {
    expect(tokenize(query)).toEqual(tokens);
  });

  test('an empty query has no tokens', () => {
    expect(tokenize('')).toEqual([]);
    expect(tokenize(' - \t')).toEqual([]);
  });

  test('Chinese is split into runs of word characters and ideographs', () => {
    expect(tokenize('支付 webhook签名abc', ['en', 'zh'])).toEqual(['支付', 'webhook', '签名', 'abc']);
  });

  test('Japanese and Thai alone are split by a segmenter', () => {
    expect(tokenize('支払いを作成する', ['ja']).length).toBeGreaterThan(2);
    expect(tokenize('การชำระเงิน', ['th'])).toEqual(['การ', 'ชำระ', 'เงิน']);
  });

  test('at most twelve tokens are used', () => {
    expect(tokenize('а б в г д е ж з и к л м н о п')).toHaveLength(MAX_TOKENS);
    expect(MAX_TOKENS).toBe(12);
  });
});
