import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpClient } from '../../../tests/harness/http-client';

/* Timestamps are returned as sent, because established clients compare them byte for byte. */

const INVOICES = '/v2/processing/invoices';
const refusal = (code: string) => ({ status: 400, body: { code } });

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  merchant = api.own.merchant;
});

afterAll(() => api?.stop());

function anInvoice(fields: object) {
  const given = { shopID: api.own.shopID, amount: 10_000, currency: 'RUB', product: 'Заказ', metadata: {} };
  return merchant.post(INVOICES, { ...given, ...fields });
}

/** The webhook messages about an invoice. */
async function readMessages(invoiceID: string): Promise<any[]> {
  const text = 'SELECT body FROM webhook_events WHERE subject = $1 ORDER BY id';
  const rows = await api.store.database.run<{ body: string }>({ name: 'test-told', text }, [`invoice/${invoiceID}`]);
  return rows.map(({ body }) => JSON.parse(body));
}

test.each([
  '2030-02-30T00:00:00Z',
  '2030-01-01',
  '2030-01-01T00:00:00',
  '2020-01-01T00:00:00Z',
  '0000-06-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
])('%s is refused as a due date', async (dueDate) => {
  expect(await anInvoice({ dueDate })).toMatchObject(refusal('invalidRequest'));
});

test.each(['2039-04-24T00:00:00Z', '2039-04-24T00:00:00.123Z', '2039-04-24T00:00:00.123456Z'])(
  'the due date %s is echoed by every answer and message',
  async (dueDate) => {
    const scope = { topic: 'InvoicesTopic', shopID: api.own.shopID, eventTypes: ['InvoiceCreated'] };
    const webhook = await merchant.post('/v2/processing/webhooks', { scope, url: 'https://shop.example/hook' });
    const { status, body } = await anInvoice({ dueDate });
    expect([status, body.invoice.dueDate]).toEqual([201, dueDate]);
    const { id } = body.invoice;
    expect((await merchant.get(`${INVOICES}/${id}`)).body.dueDate).toBe(dueDate);
    const [created] = (await merchant.get(`${INVOICES}/${id}/events?limit=1`)).body;
    expect(created.changes[0].invoice.dueDate).toBe(dueDate);
    expect(await readMessages(id)).toMatchObject([{ invoice: { dueDate } }]);
    await merchant.delete(`/v2/processing/webhooks/${webhook.body.id}`);
  },
);

test.each([
  ['2030-01-01T00:00:00.5+03:00', '2029-12-31T21:00:00.500Z'],
  ['2030-01-01t00:00:00z', '2030-01-01T00:00:00Z'],
  ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00Z'],
])('%s is accepted and returned in UTC', async (dueDate, said) => {
  const { status, body } = await anInvoice({ dueDate });
  expect([status, body.invoice.dueDate]).toEqual([201, said]);
});

test('a retry must have the same due date to the microsecond', async () => {
  const externalID = 'same-instant';
  const first = await anInvoice({ externalID, dueDate: '2039-04-24T00:00:00.123456Z' });
  const again = await anInvoice({ externalID, dueDate: '2039-04-24T03:00:00.123456+03:00' });
  expect([again.status, again.body.invoice]).toEqual([201, first.body.invoice]);
  const other = await anInvoice({ externalID, dueDate: '2039-04-24T00:00:00.123457Z' });
  expect(other).toMatchObject({ status: 409, body: { id: first.body.invoice.id } });
});

test('responses and messages omit a zero fraction', async () => {
  const { body } = await anInvoice({ dueDate: '2039-04-24T00:00:00Z' });
  await api.store.database.run(
    {
      name: 'test-whole-second',
      text: "UPDATE invoices SET created_at = date_trunc('second', created_at) WHERE id = $1",
    },
    [body.invoice.id],
  );
  const { body: shown } = await merchant.get(`${INVOICES}/${body.invoice.id}`);
  expect(shown.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('a window of time that ends a microsecond before it begins is refused', async () => {
  const search = (query: Record<string, string>) =>
    merchant.get(
      `/v2/analytics/shops/${api.own.shopID}/invoices?${new URLSearchParams({ limit: '1', ...query }).toString()}`,
    );
  const [one, next] = ['2026-11-21T12:00:00.000001Z', '2026-11-21T12:00:00.000002Z'];
  expect((await search({ fromTime: one, toTime: next })).status).toBe(200);
  expect((await search({ fromTime: next, toTime: one })).body.code).toBe('invalidRequest');
});
