import { randomBytes } from 'node:crypto';
import type { PaymentRef } from '../../../domain/payment/payment';
import { DEMO } from '../../../store/demo/demo';
import { createInvoice } from '../../../store/invoice/invoice.create';
import { createPayment } from '../../../store/payment/payment.create';
import { recordAuthorisation, recordCapture } from '../../../store/payment/payment.transitions';
import { openStore, type Store } from '../../../store/store';
import { seedReferenceData } from '../../harness/reference-data';
import type { Bench } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { interleave, medians } from '../measure/rounds';

const ROUNDS = 4;
const COUNT = 640;
const AT_ONCE = 64;
const SHOPS = 64;
/** Payments of one shop must not wait for rows that they share. */
const AIM = 0.9;

interface Pace {
  count: number;
  perSecond: number;
}

/** Measures starts, authorisations and captures of payments of one shop and of many shops in the database. */
export const captures: Bench = {
  title: `Payments from start to capture in the database, ${AT_ONCE} at once, of one shop to ${SHOPS}`,
  run: async (harness) => {
    const store = openStore(
      { DATABASE_URL: await harness.database(), ENCRYPTION_KEY: randomBytes(32).toString('base64') },
      AT_ONCE,
    );
    try {
      await seedReferenceData(store.database);
      const shops = await makeShops(store);
      const among = (shopIDs: readonly string[]) => () => pace(store, shopIDs);
      await pace(store, shops);
      const outcome = await interleave<Pace>({
        rounds: ROUNDS,
        floor: among(shops),
        platform: among(shops.slice(0, 1)),
        settle: () => Promise.resolve(),
      });
      return [
        { name: `of ${SHOPS} shops`, found: `${medians(outcome.floor).perSecond.toFixed(0)} payments a second` },
        { name: 'of one shop', found: `${medians(outcome.platform).perSecond.toFixed(0)} payments a second` },
        {
          name: 'one shop to many',
          found: outcome.ratio.toFixed(2),
          aim: { text: `at least ${AIM}`, isReached: outcome.ratio >= AIM },
        },
      ];
    } finally {
      await store.database.close();
    }
  },
};

async function makeShops(store: Store): Promise<string[]> {
  const shopIDs = Array.from({ length: SHOPS - 1 }, (_, number) => `bench-shop-${number}`);
  const text = `INSERT INTO shops SELECT made.* FROM shops s CROSS JOIN unnest($1::text[]) AS given (id)
    CROSS JOIN LATERAL jsonb_populate_record(s, jsonb_build_object('id', given.id)) made WHERE s.id = $2`;
  await store.database.search(text, [shopIDs, DEMO.shopID]);
  return [DEMO.shopID, ...shopIDs];
}

async function pace(store: Store, shopIDs: readonly string[]): Promise<Pace> {
  const invoiceIDs: string[] = [];
  await inParallel({ count: COUNT, atOnce: AT_ONCE }, async (number) => {
    invoiceIDs[number] = await makeInvoice(store, shopIDs[number % shopIDs.length] ?? DEMO.shopID);
  });
  const began = performance.now();
  await inParallel({ count: COUNT, atOnce: AT_ONCE }, async (number) => {
    const ref = await startPayment(store, invoiceIDs[number] ?? '');
    await recordAuthorisation(store, ref, { connectorReference: `reference-${number}` });
    await recordCapture(store, ref);
  });
  return { count: COUNT, perSecond: (COUNT * 1_000) / (performance.now() - began) };
}

async function makeInvoice(store: Store, shopID: string): Promise<string> {
  const money = { amountMinor: 100n, currency: 'RUB', product: 'Чай', metadata: {} };
  const dueDate = new Date(Date.now() + 3_600_000);
  return (await createInvoice(store, { partyID: DEMO.partyID, shopID, ...money, dueDate })).id;
}

async function startPayment(store: Store, invoiceID: string): Promise<PaymentRef> {
  const { id } = await createPayment(store, {
    invoiceID,
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
    processingDeadline: new Date(Date.now() + 3_600_000),
    makeRecurrent: false,
  });
  return { invoiceID, paymentID: id };
}
