import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { erasePaymentNotes } from '../../../store/payments/payment-note/payment-notes';

let api: TestApi;
let support: HttpClient;
let viewer: HttpClient;
let path: string;
let ref: { invoiceID: string; paymentID: string };

beforeAll(async () => {
  api = await startApi();
  const { store, own, url } = api;
  const client = async (role: 'support' | 'viewer') => {
    const { secret } = await anOperator(store.database, { name: role, roles: [role] });
    return httpClient({ baseUrl: `${url}/operators/v1`, token: secret });
  };
  [support, viewer] = [await client('support'), await client('viewer')];
  await makeManyPayments(store.database, { ...own, count: 1, since: new Date('2026-11-01T00:00:00Z') });
  [ref] = (await store.database.search<any>(
    'SELECT invoice_id AS "invoiceID", id AS "paymentID" FROM payments LIMIT 1',
    [],
  )) as [typeof ref];
  path = `/payments/${ref.invoiceID}/${ref.paymentID}`;
});

afterAll(() => api?.stop());

async function readNotes(client: HttpClient): Promise<any[]> {
  const { body } = await client.get<any>(`${path}/timeline`);
  return body.entries.map(({ fact }: any) => fact).filter(({ type }: any) => type === 'note');
}

test('a note stands in the history with its author, its contacts masked for viewers, and the audit log has no text', async () => {
  const text = '<b>Звонил</b> ivan@example.com';
  expect((await support.post(`${path}/notes`, { text: ` ${text} ` })).status).toBe(204);
  expect(await readNotes(support)).toEqual([{ type: 'note', by: 'support', text }]);
  expect((await readNotes(viewer))[0].text).not.toContain('ivan@example.com');
  const { body } = await support.get<any>(`/audit?subjectType=payment&subjectID=${ref.invoiceID}.${ref.paymentID}`);
  expect(body.actions).toMatchObject([{ operation: 'addPaymentNote', after: { noteID: expect.any(String) } }]);
  expect(JSON.stringify(body)).not.toContain('ivan');
  const { body: own } = await api.own.merchant.get<any>(
    `/v2/processing/invoices/${ref.invoiceID}/payments/${ref.paymentID}`,
  );
  expect(JSON.stringify(own)).not.toContain('ivan');
  await api.store.database.transaction(async (tx) =>
    erasePaymentNotes(api.store.database, { ...ref, text: 'erased' }, tx),
  );
  expect(await readNotes(support)).toEqual([{ type: 'note', by: 'support', text: 'erased' }]);
});

test.each([
  ['a blank text', { text: '  ' }, 400],
  ['a long text', { text: 'x'.repeat(1_001) }, 400],
])('%s is refused', async (_, body, status) => {
  expect((await support.post(`${path}/notes`, body)).status).toBe(status);
});

test('a payment that does not exist has no notes', async () => {
  expect((await support.post('/payments/none/1/notes', { text: 'x' })).status).toBe(404);
});
