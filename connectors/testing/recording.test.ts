import { toExchange } from './recording';

const SECRETS = new Set(['4242424242424242', '123']);
const proxied = {
  call: 'POST /v1/payment_methods',
  query: new URLSearchParams(),
  request: '',
  status: 200,
  answer: '',
};

test('a form is recorded by its fields, without card numbers, security codes and tokens', () => {
  const form = {
    'card[number]': '4242424242424242',
    'card[cvc]': '123',
    'card[exp_month]': '12',
    'card[token]': 'tok_1',
  };
  const request = new URLSearchParams(form).toString();
  expect(toExchange({ ...proxied, request }, SECRETS).request).toEqual({
    ...{ 'card[number]': '***', 'card[cvc]': '***', 'card[exp_month]': '12', 'card[token]': '***' },
  });
});

test('a request is recorded without its signature and the encrypted card', () => {
  const request = JSON.stringify({ PaymentId: '1', CardData: 'abc=', Token: '0f' });
  expect(toExchange({ ...proxied, request }, SECRETS).request).toEqual({
    ...{ PaymentId: '1', CardData: '***', Token: '***' },
  });
});

test('an answer is recorded without client secrets, also within addresses', () => {
  const url = 'https://hooks.stripe.com/3ds?intent=pi_1&client_secret=pi_1_secret_abc&x=1';
  const answer = JSON.stringify({ id: 'pi_1', client_secret: 'pi_1_secret_abc', next_action: { url } });
  expect(toExchange({ ...proxied, answer }, SECRETS).answer).toEqual({
    ...{ id: 'pi_1', client_secret: '***' },
    next_action: { url: url.replace('abc', '***') },
  });
});

test('an answer that is no JSON is recorded as text', () => {
  expect(toExchange({ ...proxied, answer: '<h1>Bad Gateway</h1>' }, SECRETS).answer).toBe('<h1>Bad Gateway</h1>');
});

test('a call has its query without times, which differ between runs', () => {
  const query = new URLSearchParams({ limit: '100', 'created[gte]': '1', 'created_at.lt': '2' });
  expect(toExchange({ ...proxied, call: 'GET /v1/refunds', query }, SECRETS).call).toBe('GET /v1/refunds?limit=100');
});
