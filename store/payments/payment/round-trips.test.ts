import { randomBytes } from 'node:crypto';
import type { Payment } from '../../../domain/payments/payment/payment';
import { startCountingProxy, type CountingProxy } from '../../../tests/harness/counting-proxy';
import { freshDatabase } from '../../../tests/harness/database';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { DEMO } from '../../operators/demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { openStore, type Store } from '../../store';
import { createPayment } from './payment.create';
import { recordAuthorisation, recordCapture } from './payment.transitions';

/** Round trips of a payment with one connector: each costs more than many statements. */

let store: Store;
let proxy: CountingProxy;

beforeAll(async () => {
  proxy = await startCountingProxy(await freshDatabase());
  store = openStore({ DATABASE_URL: proxy.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 1);
  await seedReferenceData(store.database);
  // Wake-ups are sent a moment after their commit and must not be counted.
  store.wakeUp.onSend('outbox', () => undefined);
  await lifecycle();
});

afterAll(async () => {
  await store?.database.close();
  proxy?.close();
});

test('each step of a payment reads in one round trip and writes in another', async () => {
  expect(await lifecycle()).toEqual({ created: 2, authorised: 2, captured: 2 });
});

async function lifecycle(): Promise<Record<string, number>> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
  let payment: Payment | undefined;
  const created = await countRoundTrips(async () => {
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
  const authorised = await countRoundTrips(() => recordAuthorisation(store, ref, { connectorReference: 'reference' }));
  const captured = await countRoundTrips(() => recordCapture(store, ref));
  return { created, authorised, captured };
}

async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.counts().roundTrips;
  await work();
  return proxy.counts().roundTrips - before;
}
