import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Payment } from '../../domain/payment/payment';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import { DEMO } from '../demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { openStore, type Store } from '../store';
import { createPayment } from './payment.create';
import { recordAuthorisation, recordCapture } from './payment.transitions';

/* What a payment with one connector waits for: each round trip costs more than many a statement. */

let store: Store;
let way: Way;

beforeAll(async () => {
  way = await countingWay(await freshDatabase());
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

interface Way {
  url: string;
  roundTrips(): number;
  close(): void;
}

/** A way to a database on which something being sent after an answer is a round trip. */
async function countingWay(databaseUrl: string): Promise<Way> {
  const target = new URL(databaseUrl);
  const sockets: Socket[] = [];
  let count = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    near.on('data', (sent) => {
      if (isAnswered) count += 1;
      isAnswered = false;
      far.write(sent);
    });
    far.on('data', (answer) => {
      isAnswered = true;
      near.write(answer);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
      sockets.push(one);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    roundTrips: () => count,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
