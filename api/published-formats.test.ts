import { startApi, type TestApi } from '../tests/harness/api';
import { WALLET } from '../tests/harness/factories/wallet';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

const MOVING = 'Þ¢@v\u0087';

describe('POST /withdrawals', () => {
  const withdrawal = { wallet: 'none', destination: 'none', body: { amount: 100, currency: 'RUB' } };
  const ask = (fields: object) => api.own.merchant.post(`${WALLET}/withdrawals`, { ...withdrawal, ...fields });

  test.each([
    ['contactInfo.email', { contactInfo: { email: MOVING } }],
    ['customer.email', { customer: { firstName: 'Anna', lastName: 'Ivanova', email: MOVING } }],
    ['customer.firstName', { customer: { firstName: 'Anna\u0087', lastName: 'Ivanova' } }],
  ])('refuses a control character in %s', async (name, fields) => {
    const { status, body } = await ask(fields);
    expect([status, body.errorType, body.name]).toEqual([400, 'SchemaViolated', name]);
  });
});

describe('a published format', () => {
  const tool = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
  const resource = (card: object, clientInfo: object) =>
    api.own.merchant.post('/v2/processing/payment-resources', {
      paymentTool: { ...tool, ...card },
      clientInfo: { fingerprint: 'browser', ...clientInfo },
    });

  test.each([
    ['clientInfo.ip', { ip: '203.0.113' }],
    ['clientInfo.ip', { ip: 'localhost' }],
    ['clientInfo.url', { url: 'not a url' }],
    ['clientInfo.fingerprint', { fingerprint: 'a\u0001b' }],
  ])('applies to %s', async (place, clientInfo) => {
    const { status, body } = await resource({}, clientInfo);
    expect([status, body.code]).toEqual([400, 'invalidRequest']);
    expect(body.message).toContain(`body.${place}: `);
  });

  test('applies to searches', async () => {
    const period = 'limit=1&fromTime=2026-01-01T00:00:00Z&toTime=2027-01-01T00:00:00Z';
    const path = `/v2/analytics/shops/${api.own.shopID}/payments?${period}&payerEmail=${encodeURIComponent(MOVING)}`;
    const { status, body } = await api.own.merchant.get(path);
    expect([status, body.code]).toEqual([400, 'invalidRequest']);
  });
});

describe('a card', () => {
  const card = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
  const tokenised = (fields: object) =>
    api.own.merchant.post('/v2/processing/payment-resources', {
      paymentTool: { ...card, ...fields },
      clientInfo: { fingerprint: 'browser' },
    });
  const stored = (fields: object) =>
    api.own.merchant.post('/payres/v0/bank-cards', {
      ...{ type: 'BankCard', cardNumber: '4242424242424242', expDate: '12/29' },
      ...fields,
    });

  test.each([
    ['expDate', { expDate: '13/29' }],
    ['expDate', { expDate: '00/2029' }],
    ['cardHolder', { cardHolder: '4242424242424242' }],
    ['cardHolder', { cardHolder: 'АННА ٤٢' }],
  ])('with an impossible %s is neither tokenised nor stored nor repeated', async (field, fields) => {
    for (const { status, body } of [await tokenised(fields), await stored(fields)]) {
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(field);
      expect(JSON.stringify(body)).not.toContain('4242');
    }
  });

  test.each(['ANNA IVANOVA', 'Анна Иванова-Петрова', "D'ARTAGNAN JR."])(
    'of %s is good in any alphabet',
    async (cardHolder) => {
      expect([(await tokenised({ cardHolder })).status, (await stored({ cardHolder })).status]).toEqual([201, 201]);
    },
  );
});
