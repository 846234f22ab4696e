import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createSandboxConnector } from '../../../connectors/sandbox/sandbox.connector';
import { createStripeConnector } from '../../../connectors/stripe/stripe.connector';
import { MemoryBook } from '../../../connectors/testing/memory-book';
import { FixedConnectors } from '../../../tests/harness/fixed-connectors';
import { accountSource } from '../../../store/payments/connector-account/account-source';
import type { Connector } from '../../../connectors/connector';
import type { Payment } from '../../../domain/payments/payment/payment';
import { DEMO } from '../../../store/operators/demo/demo';
import { createInvoice } from '../../../store/payments/invoice/invoice.create';
import { encryptPaymentTool } from '../../../store/payments/payment-tool/payment-tool-token';
import { createPayment } from '../../../store/payments/payment/payment.create';
import { statement } from '../../../store/postgres/database';
import { databaseClock } from '../../../store/postgres/database-clock';
import { openStore, type Store } from '../../../store/store';
import { freshDatabase } from '../../../tests/harness/database';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { aVaultedCard, lazyVault } from '../../../tests/harness/vault';
import { createPaymentActivities } from './payment.activities';

/* An acquirer that accepts connections and never responds, with real connector timeouts. */

/** Timeouts of the activities in `workflows/payments/payment/payment.workflow.ts`. */
const LOCAL_ACTIVITY_MS = 8_000;
const ORDINARY_ACTIVITY_MS = 60_000;

let store: Store;
let server: Server;
let connectors: Record<string, Connector>;

const vault = lazyVault();

beforeAll(async () => {
  server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  connectors = {
    sandbox: createSandboxConnector({ url, secret: 'a-secret-of-the-sandbox' }),
    stripe: createStripeConnector({ book: new MemoryBook(), secretKey: 'sk_test_of_nobody', url }),
  };
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 8);
  await seedReferenceData(store.database);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await vault.stop();
  await store?.database.close();
});

async function aPayment(): Promise<Payment> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
  const tool = await aVaultedCard({ store, vault });
  return createPayment(store, {
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
    encryptedPaymentTool: await encryptPaymentTool(tool, store.encryptionKeys),
    processingDeadline: due,
    makeRecurrent: false,
  });
}

const createActivities = (name: string) =>
  createPaymentActivities({
    store,
    vault,
    connectors: new FixedConnectors({ sandbox: connectors[name] as Connector }, accountSource(store)),
    apiUrl: 'http://127.0.0.1:1',
    clock: databaseClock(store.database),
  });

describe.each(['sandbox', 'stripe'])('%s', (name) => {
  test.each([
    ['authorise', LOCAL_ACTIVITY_MS],
    ['authoriseAfterLookUp', ORDINARY_ACTIVITY_MS],
  ] as const)('%s ends within the timeout of its activity if the acquirer never responds', async (step, limitMs) => {
    const activities = createActivities(name);
    const { invoiceID, id } = await aPayment();
    const task = { invoiceID, paymentID: id };
    const beganMs = performance.now();
    const run = new MockActivityEnvironment().run(() => activities[step](task));
    // Unknown outcomes are retried and looked up.
    await expect(run).rejects.toThrow(/did not respond|returned no outcome|has no outcome/);
    expect(performance.now() - beganMs).toBeLessThan(limitMs);
  });

  test('a payment ends by one request after the payer’s deadline if the acquirer never responds', async () => {
    const { invoiceID, id } = await aPayment();
    const text = `UPDATE payments SET created_at = now() - interval '29.5 s' WHERE invoice_id = $1`;
    await store.database.run(statement('test-deadline', text), [invoiceID]);
    const beganMs = performance.now();
    const activities = createActivities(name);
    const run = () => activities.authoriseAfterLookUp({ invoiceID, paymentID: id });
    expect(await new MockActivityEnvironment().run(run)).toMatchObject({ status: 'failed' });
    // One second for the last look-up and six for the void.
    expect(performance.now() - beganMs).toBeLessThan(11_000);
  });
});
