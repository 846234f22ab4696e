import { recordReceipts } from '../../../store/operators/reconciliation/receipts';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { oneOfEverything } from '../../../tests/harness/factories/everything';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient } from '../../../tests/harness/http-client';

let api: TestApi;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api?.stop());

test('receipts of a payment and its refund are shown to their merchant and to operators, and to no other party', async () => {
  const { invoiceID, paymentID, refundID } = await oneOfEverything(api);
  const name = `${invoiceID}.${paymentID}`;
  const path = `/v2/processing/invoices/${invoiceID}/payments/${paymentID}`;
  const { merchant } = api.own;
  expect((await merchant.get(`${path}/receipts`)).body).toEqual([]);
  await recordReceipts(
    api.store.database,
    new Map([
      [`payment/${name}/capture`, 'registered'],
      [`refund/${name}.${refundID}/refund`, 'refused'],
    ]),
  );
  expect(await merchant.get(`${path}/receipts`)).toMatchObject({
    status: 200,
    body: [{ state: 'registered' }, { refundID, state: 'refused' }],
  });
  const { secret } = await anOperator(api.store.database, { name: 'viewer', roles: ['viewer'] });
  const operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  expect(await operator.get(`/payments/${invoiceID}/${paymentID}`)).toMatchObject({
    body: { receipt: 'registered', refunds: [{ id: refundID, receipt: 'refused' }] },
  });
  expect((await api.foreign.merchant.get(`${path}/receipts`)).status).toBe(404);
  // The published schemas have no place for it.
  for (const address of [path, `${path}/refunds/${refundID}`]) {
    expect(JSON.stringify((await merchant.get(address)).body)).not.toMatch(/receipt/i);
  }
});
