import { randomBytes } from 'node:crypto';
import type { Payment } from '../../../domain/payments/payment/payment';
import { freshDatabase } from '../../../tests/harness/database';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { statement } from '../../postgres/database';
import { DEMO } from '../../operators/demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { openStore, type Store } from '../../store';
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

const UNREACHABLE: FailoverEnd = { outcome: 'unreachable', answer: 'connection refused' };
const DECLINED: FailoverEnd = { outcome: 'declined', answer: 'authorization_failed:temporarily_unavailable' };
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

test('a payment fails over when its only request was not executed, and not when another may have been sent', async () => {
  const payment = await aPayment();
  expect(await failOver(store, getRef(payment), UNREACHABLE)).toMatchObject({ connector: 'a' });
  expect(await recordDispatch(store.database, payment)).toBe(1);
  expect(await failOver(store, getRef(payment), UNREACHABLE)).toMatchObject({ connector: 'b', attempt: 2 });
  expect(await recordDispatch(store.database, payment)).toBeUndefined();

  const second: Payment = { ...payment, connector: 'b', attempt: 2, nextConnectors: ['c'] };
  expect(await recordDispatch(store.database, second)).toBe(1);
  expect(await recordDispatch(store.database, second)).toBe(2);
  expect(await failOver(store, getRef(second), UNREACHABLE)).toMatchObject({ connector: 'b', attempt: 2 });
  expect(await failOver(store, getRef(second), DECLINED)).toMatchObject({ connector: 'c', attempt: 3 });
  expect(await failOver(store, { ...getRef(payment), attempt: 3 }, DECLINED)).toMatchObject({ connector: 'c' });
  expect(await listPaymentAttempts(store.database, getRef(payment))).toMatchObject([
    { number: 1, connector: 'a', outcome: 'unreachable', answer: 'connection refused' },
    { number: 2, connector: 'b', reason: 'afterUnreachable', outcome: 'declined' },
    { number: 3, connector: 'c', reason: 'afterDecline', outcome: null },
  ]);
});

test('exactly one of a concurrent failover and resend happens', async () => {
  const outcomes = { failedOver: 0, resent: 0 };
  for (let round = 0; round < 60; round++) {
    const payment = await aPayment();
    await recordDispatch(store.database, payment);
    const failsOver = () => failOver(store, getRef(payment), UNREACHABLE);
    const sends = () => recordDispatch(store.database, payment);
    const isFirst = round % 2 === 0;
    const [one, other] = await Promise.all(isFirst ? [failsOver(), sends()] : [sends(), failsOver()]);
    const [snapshot, dispatchCount] = (isFirst ? [one, other] : [other, one]) as [Payment, number | undefined];
    const hasFailedOver = snapshot.attempt === 2;
    expect(dispatchCount).toBe(hasFailedOver ? undefined : 2);
    outcomes[hasFailedOver ? 'failedOver' : 'resent'] += 1;
  }
  expect(outcomes.failedOver + outcomes.resent).toBe(60);
}, 60_000);

test('a response to an earlier attempt changes nothing, and one to the current attempt does', async () => {
  const payment = await aPayment();
  await recordDispatch(store.database, payment);
  await failOver(store, getRef(payment), UNREACHABLE);
  const approval = { connectorReference: 'reference' };
  expect(await recordAuthorisation(store, getRef(payment), approval)).toMatchObject({ status: 'pending' });
  const taken = await recordAuthorisation(store, { ...getRef(payment), attempt: 2 }, approval);
  expect(taken).toMatchObject({ status: 'processed', connector: 'b', connectorReference: 'reference' });
  expect(await failOver(store, { ...getRef(payment), attempt: 2 }, DECLINED)).toMatchObject({ connector: 'b' });
});

test('a payment of a blocked shop does not fail over', async () => {
  const payment = await aPayment();
  await recordDispatch(store.database, payment);
  const block = statement('test-block-shop', 'UPDATE shops SET is_blocked = $1');
  await store.database.run(block, [true]);
  const kept = await failOver(store, getRef(payment), DECLINED);
  await store.database.run(block, [false]);
  expect(kept).toMatchObject({ connector: 'a', attempt: 1 });
  expect(await failOver(store, getRef(payment), DECLINED)).toMatchObject({ connector: 'b', attempt: 2 });
});
