import { toMetadataKeys } from '../../../domain/operators/person/erased';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { eraseDeletedCustomers } from './deleted-customers';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

async function aDeletedCustomer(ageDays: number): Promise<string> {
  const { merchant, shopID } = api.own;
  const contactInfo = { email: 'maria@shop.example' };
  const { body } = await merchant.post('/v2/processing/customers', { shopID, contactInfo, metadata: { name: 'M' } });
  const { id } = body.customer;
  await merchant.delete(`/v2/processing/customers/${id}`);
  const text = 'UPDATE customers SET deleted_at = now() - make_interval(days => $2) WHERE id = $1';
  await api.store.database.search(text, [id, ageDays]);
  return id;
}

test('contact information is erased thirty days after the deletion of the customer', async () => {
  const [old, young] = [await aDeletedCustomer(31), await aDeletedCustomer(29)];
  const keys = toMetadataKeys(['name']);
  expect(await eraseDeletedCustomers(api.store, keys)).toEqual({ count: 1, hasMore: false });
  expect(await eraseDeletedCustomers(api.store, keys)).toEqual({ count: 0, hasMore: false });
  const rows = await api.store.database.search<object>(
    'SELECT id, contact_info AS contact, metadata FROM customers WHERE id = ANY ($1) ORDER BY deleted_at',
    [[old, young]],
  );
  expect(rows).toEqual([
    { id: old, contact: { email: 'erased@erased.invalid' }, metadata: { name: 'erased' } },
    { id: young, contact: { email: 'maria@shop.example' }, metadata: { name: 'M' } },
  ]);
});
