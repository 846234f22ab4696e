import { randomBytes } from 'node:crypto';
import type { Payment } from '../../domain/payment/payment';
import { startCountingProxy, type CountingProxy } from '../../testing/counting-proxy';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import { DEMO } from '../demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { openStore, type Store } from '../store';
import { createPayment } from './payment.create';
import { recordAuthorisation, recordCapture } from './payment.transitions';

/* What a payment with one connector waits for: each round trip costs more than many a statement. */

let store: Store;
let way: CountingProxy;

beforeAll(async () => {
  way = await startCountingProxy(await freshDatabase());
  store = openStore({ DATABASE_URL: way.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 1);
  await seedReferenceData(store.database);
  // Wake-ups leave a moment after what they tell of, whatever is counted then.
  store.wakeUp.onSend('outbox', () => undefined);
  await lifecycle();
});

afterAll(async () => {
  await store?.database.close();
  way?.close();
});

test('a payment of one route is read in one round trip and written in another', async () => {
  expect(await lifecycle()).toEqual({ created: 2, authorised: 2, captured: 2 });
});

/** How often each step of an instant payment waited for PostgreSQL. */
async function lifecycle(): Promise<Record<string, number>> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
  let payment: Payment | undefined;
  const created = await counted(async () => {
    payment = await createPayment(store, {
      invoiceID: invoice.id,
      partyID: DEMO.partyID,
      flow: { type: 'instant' },
      payer: {
        type: 'PaymentResourcePayer',
        contactInfo: {},
        paymentSession: 'session',
        toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
        toolFingerprint: 'fingerprint',
      },
      encryptedPaymentTool: 'encrypted',
      processingDeadline: due,
      makeRecurrent: false,
    });
  });
  const ref = { invoiceID: invoice.id, paymentID: payment?.id ?? '' };
  const authorised = await counted(() => recordAuthorisation(store, ref, { connectorReference: 'reference' }));
  const captured = await counted(() => recordCapture(store, ref));
  return { created, authorised, captured };
}

async function counted(work: () => Promise<unknown>): Promise<number> {
  const before = way.roundTrips();
  await work();
  return way.roundTrips() - before;
}
