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
const COUNT = 400;
const AT_ONCE = 32;
const SHOPS = 16;
/** Captures of one shop wait for its account row; they must not wait for other shared rows. */
const AIM = 0.5;

interface Pace {
  count: number;
  perSecond: number;
}

/** Measures authorisations and captures of one shop and of many shops in the ledger. */
export const captures: Bench = {
  title: `Authorisations and captures in the record, ${AT_ONCE} at once, of one shop to ${SHOPS}`,
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
  const made: PaymentRef[] = [];
  await inParallel({ count: COUNT, atOnce: AT_ONCE }, async (number) => {
    made.push(await begun(store, shopIDs[number % shopIDs.length] ?? DEMO.shopID));
  });
  const began = performance.now();
  await inParallel({ count: COUNT, atOnce: AT_ONCE }, async (number) => {
    const ref = made[number];
    if (!ref) return;
    await recordAuthorisation(store, ref, { connectorReference: `reference-${number}` });
    await recordCapture(store, ref);
  });
  return { count: COUNT, perSecond: (COUNT * 1_000) / (performance.now() - began) };
}

async function begun(store: Store, shopID: string): Promise<PaymentRef> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const { partyID } = DEMO;
  const invoice = await createInvoice(store, { partyID, shopID, ...money, dueDate: due, product: 'Чай', metadata: {} });
  const { id } = await createPayment(store, {
    invoiceID: invoice.id,
    partyID,
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
  return { invoiceID: invoice.id, paymentID: id };
}
