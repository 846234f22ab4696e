import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anOperator } from '../../tests/harness/factories/operator';
import { HOLD, anInvoice, pay } from '../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../tests/harness/api';
import { httpClient } from '../../tests/harness/http-client';
import type { Role } from '../../domain/operators/operator/roles';

/** Schemas with personal data: of payers, masked by role below; of staff and of erasures, for administrators only. */
const OF_PAYERS = [
  'FoundObject',
  'OperatedCustomerDetails',
  'OpenReviewFact',
  'OperatedPayment',
  'OperatedPaymentDetails',
];
const OF_OTHERS = ['CurrentOperator', 'ErasureParams', 'OperatorPerson'];
const PERSONAL = /email|phone|^ip|ipAddress|cardHolder|contact|fingerprint/i;

const EMAIL = 'anna@example.com';
const SEEN: readonly (readonly [Role, string])[] = [
  ['viewer', 'a***@example.com'],
  ['support', EMAIL],
  ['finance', EMAIL],
];

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api?.stop());

test('personal data is in known schemas of the operators API only', () => {
  const file = readFileSync(join(__dirname, '..', '..', 'specs', 'operators.json'), 'utf8');
  const { components } = JSON.parse(file) as { components: { schemas: Record<string, { properties?: object }> } };
  const found = Object.entries(components.schemas)
    .filter(([, { properties }]) => Object.keys(properties ?? {}).some((name) => PERSONAL.test(name)))
    .map(([name]) => name);
  expect(found.sort()).toEqual([...OF_PAYERS, ...OF_OTHERS].sort());
});

test('each operation with contacts of payers masks them for roles that do not deal with payers', async () => {
  const { merchant, shopID } = api.own;
  const contactInfo = { email: EMAIL, phoneNumber: '+79123456789' };
  const customer = await merchant.post<any>('/v2/processing/customers', { shopID, metadata: {}, contactInfo });
  const customerID = customer.body.customer.id as string;
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: '4242424242424242', flow: HOLD });
  const paths = [
    `/payments/${invoice.id}/${paymentID}`,
    `/shops/${shopID}/payments`,
    `/invoices/${invoice.id}`,
    `/customers/${customerID}`,
  ];
  for (const [role, shown] of SEEN) {
    const { secret } = await anOperator(api.store.database, { name: role, roles: [role] });
    const client = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
    const answers = await Promise.all([
      ...paths.map((path) => client.get(path)),
      client.post('/search', { q: customerID }),
    ]);
    for (const { status, body } of answers) {
      const text = JSON.stringify(body);
      const emails = text.match(/[\w*]+@example\.com/g) ?? [];
      expect([role, status, [...new Set(emails)]]).toEqual([role, 200, [shown]]);
      expect(text.includes('79123456789')).toBe(shown === EMAIL && text.includes('"phone"'));
    }
    expect([role, 'cardFingerprint' in answers[0].body]).toEqual([role, shown === EMAIL]);
  }
});
