import { randomBytes } from 'node:crypto';
import type { PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { PaymentRoute } from '../../../domain/payments/payment/routing';
import { freshDatabase } from '../../../tests/harness/database';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { createBinding } from '../../payments/binding/binding.create';
import { createCustomer } from '../../payments/customer/customer.create';
import { statement } from '../../postgres/database';
import { DEMO } from '../../operators/demo/demo';
import { createInvoice } from '../../payments/invoice/invoice.create';
import { createPayment } from '../../payments/payment/payment.create';
import { openStore, type Store } from '../../store';
import { readRouting } from './routes';
import { findShop } from './shop.queries';

let store: Store;

beforeAll(async () => {
  const url = await freshDatabase();
  store = openStore({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 4);
  await seedReferenceData(store.database);
});

afterAll(async () => {
  await store?.database.close();
});

const run = (text: string, values: unknown[] = []) => store.database.run(statement('', text), values);
const setRoutes = (routes: PaymentRoute[]) =>
  run(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`, [
    DEMO.shopID,
    JSON.stringify(routes),
  ]);

async function readRoutes(): Promise<readonly PaymentRoute[]> {
  const shop = await findShop(store.database, DEMO);
  if (!shop) throw new Error('the demo shop is missing');
  return (await readRouting(store.database, shop)).routes;
}

const CARD: PaymentToolDetails = { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' };

async function aPayment(amountMinor: bigint, toolDetails = CARD): Promise<Payment> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
  return createPayment(store, {
    invoiceID: invoice.id,
    partyID: DEMO.partyID,
    flow: { type: 'instant' },
    payer: {
      type: 'PaymentResourcePayer',
      contactInfo: {},
      paymentSession: 'session',
      toolDetails,
      toolFingerprint: 'fingerprint',
    },
    encryptedPaymentTool: 'encrypted',
    processingDeadline: due,
    makeRecurrent: false,
  });
}

test('a payment or binding takes the first matching route, and a payment without one is not permitted', async () => {
  await setRoutes([
    { connector: 'terminals', tools: ['PaymentTerminal'] },
    { connector: 'small', maxAmount: 1_000 },
    { connector: 'large', tools: ['BankCard'], minAmount: 2_000 },
  ]);
  expect(await aPayment(1_000n)).toMatchObject({ connector: 'small' });
  expect(await aPayment(2_000n)).toMatchObject({ connector: 'large' });
  expect(await aPayment(2_000n, { type: 'paymentTerminal', provider: 'euroset' })).toMatchObject({
    connector: 'terminals',
  });
  await expect(aPayment(1_500n)).rejects.toMatchObject({ code: 'operationNotPermitted' });

  const customer = await createCustomer(store, { ...DEMO, contactInfo: {}, metadata: {} });
  const binding = await createBinding(store, {
    customerID: customer.id,
    partyID: DEMO.partyID,
    tool: { type: 'recurrentToken', recurrentToken: 'token' },
    toolDetails: CARD,
    clientInfo: { fingerprint: 'browser' },
  });
  expect(binding).toMatchObject({ connector: 'small' });
});

test('a shop without routes in its terms has those of its institution', async () => {
  await setRoutes([{ connector: 'own' }]);
  expect(await readRoutes()).toEqual([{ connector: 'own' }]);
  await run(`UPDATE shops SET terms = terms - 'routes'`);
  expect(await readRoutes()).toEqual([{ connector: 'sandbox' }]);
  await run(`UPDATE payment_institutions SET terms = terms - 'routes'`);
  expect(await readRoutes()).toEqual([]);
});
