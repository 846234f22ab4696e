import { httpClient } from './http-client';
import { startPlatform, type Platform } from './platform';
import { SpecificationContradicted } from './specifications';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ temporal: 'own' });
});

afterAll(() => platform?.stop());

const invoice = () => ({
  shopID: platform.demo.shopID,
  dueDate: new Date(Date.now() + 3_600_000).toISOString(),
  amount: 10_000,
  currency: 'RUB',
  product: 'Чай',
  metadata: {},
});

test('a platform accepts an invoice with its demonstration key', async () => {
  const client = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const created = await client.post('/v2/processing/invoices', invoice());
  expect(created.status).toBe(201);
  const read = await client.get(`/v2/processing/invoices/${created.body.invoice.id}`);
  expect(read.body).toMatchObject({ status: 'unpaid', amount: 10_000 });
});

test('a response that contradicts the specification fails the test', async () => {
  const client = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  await expect(client.put('/v2/processing/invoices', invoice())).rejects.toThrow(SpecificationContradicted);
});

test('a killed process restarts on the same port and data', async () => {
  const client = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const { body } = await client.post('/v2/processing/invoices', invoice());
  const { api, worker } = platform.processes;
  const victims = [api, worker, platform.temporal];
  await Promise.all(victims.map((victim) => victim.kill()));
  expect(victims.filter((victim) => victim.isRunning())).toEqual([]);
  await platform.temporal.start();
  await Promise.all([api.start(), worker.start()]);
  const read = await client.get(`/v2/processing/invoices/${body.invoice.id}`);
  expect(read.body.id).toBe(body.invoice.id);
});
