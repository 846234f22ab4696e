import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTANT, anInvoice, pay, tokenise } from '../../../tests/harness/factories/payment';
import { serveApi, startApi, type TestApi } from '../../../tests/harness/api';
import { errorTables, expectProvoked } from '../../../tests/harness/error-page';
import { httpClient } from '../../../tests/harness/http-client';

const root = join(__dirname, '..', '..', '..');
const { answers, provoked, unprovoked } = errorTables('Errors of `/v2`');

type Schema = { properties?: { code?: { enum?: string[] } } };

function publishedCodes(): string[] {
  const text = readFileSync(join(root, 'specs/payments.json'), 'utf8');
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, Schema> } };
  const errors = Object.entries(components.schemas).filter(([name]) => /(Logic)?Error$/.test(name));
  return [...new Set(errors.flatMap(([, schema]) => schema.properties?.code?.enum ?? []))];
}

test('the page lists every code once', () => {
  const named = answers.filter((code) => !/^\d/.test(code));
  expect([...named].sort()).toEqual(publishedCodes().sort());
  expect(unprovoked.every(([, why]) => (why?.length ?? 0) > 20)).toBe(true);
});

test.each(provoked)('%s is provoked by %s', (...row) => expectProvoked(row));

describe('errors that no other test provokes', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });

  afterAll(async () => api?.stop());

  test('an invoice with a pending payment refuses another one and rescission', async () => {
    const { merchant, shopID } = api.own;
    const { id, token } = await anInvoice(merchant, shopID);
    const payer = merchant.as(token);
    await pay(payer, id, { card: '4242424242424242', flow: INSTANT });
    const invoice = `/v2/processing/invoices/${id}`;
    const resource = await tokenise(payer, '4242424242424242');
    const contactInfo = { email: 'anna@example.com' };
    const again = { flow: INSTANT, payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo } };
    const answers = [
      await payer.post(`${invoice}/payments`, again),
      await merchant.post(`${invoice}/rescind`, { reason: 'changed my mind' }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'invoicePaymentPending']);
  });

  test.each([
    ['past', '2020-01-01T00:00:00Z'],
    ['unreadable', 'soon'],
    ['in an unknown unit', '15h'],
  ])('a processing deadline that is %s is refused', async (_, processingDeadline) => {
    const { merchant, shopID } = api.own;
    const { id, token } = await anInvoice(merchant, shopID);
    const payer = merchant.as(token);
    const resource = await tokenise(payer, '4242424242424242');
    const contactInfo = { email: 'anna@example.com' };
    const { status, body } = await payer.post(`/v2/processing/invoices/${id}/payments`, {
      flow: INSTANT,
      payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo },
      processingDeadline,
    });
    expect([status, body.code]).toEqual([400, 'invalidProcessingDeadline']);
  });

  test('the eleventh webhook of a shop is refused', async () => {
    const { merchant, shopID } = api.own;
    const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoicePaid'] };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const answer = await merchant.post('/v2/processing/webhooks', { scope, url: 'https://shop.example/hook' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  });

  test('a database outage is answered 503', async () => {
    const { url, stop } = await serveApi('postgres://unknown:nothing@127.0.0.1:1/none');
    const { status, headers, body } = await httpClient({ baseUrl: url }).get('/v2/processing/countries');
    expect([status, typeof body.message, headers.get('retry-after')]).toEqual([503, 'string', '2']);
    await stop();
  });
});
