import { randomBytes } from 'node:crypto';
import type { Payment } from '../../domain/payment/payment';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import { statement } from '../database';
import { DEMO } from '../demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { openStore, type Store } from '../store';
import { failOver } from './failover';
import { listPaymentAttempts, recordDispatch, type FailoverEnd } from './payment.attempts';
import { createPayment } from './payment.create';
import { recordAuthorisation } from './payment.transitions';

let store: Store;

beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 8);
  await seedReferenceData(store.database);
  const routes = JSON.stringify(['a', 'b', 'c'].map((connector) => ({ connector })));
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`;
  await store.database.run(statement('test-routes', text), [routes]);
});

afterAll(() => store?.database.close());

const AWAY: FailoverEnd = { outcome: 'unreachable', answer: 'nobody is there' };
const STUCK: FailoverEnd = { outcome: 'declined', answer: 'authorization_failed:temporarily_unavailable' };
const getRef = ({ invoiceID, id, attempt }: Payment) => ({ invoiceID, paymentID: id, attempt });

async function aPayment(): Promise<Payment> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
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
    encryptedPaymentTool: 'encrypted',
    processingDeadline: due,
    makeRecurrent: false,
  });
}

test('a payment goes on where its only request came back undone, and not where another may have left', async () => {
  const payment = await aPayment();
  expect(await failOver(store, getRef(payment), AWAY)).toMatchObject({ connector: 'a' });
  expect(await recordDispatch(store.database, payment)).toBe(1);
  expect(await failOver(store, getRef(payment), AWAY)).toMatchObject({ connector: 'b', attempt: 2 });
  expect(await recordDispatch(store.database, payment)).toBeUndefined();

  const second: Payment = { ...payment, connector: 'b', attempt: 2, nextConnectors: ['c'] };
  expect(await recordDispatch(store.database, second)).toBe(1);
  expect(await recordDispatch(store.database, second)).toBe(2);
  expect(await failOver(store, getRef(second), AWAY)).toMatchObject({ connector: 'b', attempt: 2 });
  expect(await failOver(store, getRef(second), STUCK)).toMatchObject({ connector: 'c', attempt: 3 });
  expect(await failOver(store, { ...getRef(payment), attempt: 3 }, STUCK)).toMatchObject({ connector: 'c' });
  expect(await listPaymentAttempts(store.database, getRef(payment))).toMatchObject([
    { number: 1, connector: 'a', outcome: 'unreachable', answer: 'nobody is there' },
    { number: 2, connector: 'b', reason: 'afterUnreachable', outcome: 'declined' },
    { number: 3, connector: 'c', reason: 'afterDecline', outcome: null },
  ]);
});

test('of going on and sending again at the same moment exactly one happens', async () => {
  const came = { failedOver: 0, sentAgain: 0 };
  for (let round = 0; round < 60; round++) {
    const payment = await aPayment();
    await recordDispatch(store.database, payment);
    const goesOn = () => failOver(store, getRef(payment), AWAY);
    const sends = () => recordDispatch(store.database, payment);
    const isFirst = round % 2 === 0;
    const [one, other] = await Promise.all(isFirst ? [goesOn(), sends()] : [sends(), goesOn()]);
    const [snapshot, dispatchCount] = (isFirst ? [one, other] : [other, one]) as [Payment, number | undefined];
    const hasFailedOver = snapshot.attempt === 2;
    expect(dispatchCount).toBe(hasFailedOver ? undefined : 2);
    came[hasFailedOver ? 'failedOver' : 'sentAgain'] += 1;
  }
  expect(came.failedOver + came.sentAgain).toBe(60);
}, 60_000);

test('an answer to an attempt that is over changes nothing, and to the present one it does', async () => {
  const payment = await aPayment();
  await recordDispatch(store.database, payment);
  await failOver(store, getRef(payment), AWAY);
  const approval = { connectorReference: 'reference' };
  expect(await recordAuthorisation(store, getRef(payment), approval)).toMatchObject({ status: 'pending' });
  const taken = await recordAuthorisation(store, { ...getRef(payment), attempt: 2 }, approval);
  expect(taken).toMatchObject({ status: 'processed', connector: 'b', connectorReference: 'reference' });
  expect(await failOver(store, { ...getRef(payment), attempt: 2 }, STUCK)).toMatchObject({ connector: 'b' });
});
