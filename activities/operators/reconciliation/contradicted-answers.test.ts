import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { readRefund } from '../../../store/payments/refund/refund.table';
import type { Payment } from '../../../domain/payments/payment/payment';
import {
  captured,
  desk,
  formatName,
  held,
  openReconciliationDesk,
  order,
  readFindings,
  readSums,
  run,
  sql,
  toRef,
} from './testing/desk';

openReconciliationDesk();

const find = (payment: Payment) => findPayment(desk.store.database, toRef(payment));

/** The contradictions of a payment that operators see. */
async function readContradictions(payment: Payment) {
  const findings = await readFindings(formatName(payment));
  return findings.flatMap(({ kind, status, operationKind, differences }) =>
    (differences ?? []).map(({ fact, requested, answered }) => [
      kind,
      status,
      operationKind,
      fact,
      requested,
      answered,
    ]),
  );
}

test.each([
  [{ about: 'amount' }, ['amount', '10000', '100']],
  [{ about: 'amount', amountMinor: 99_999_900 }, ['amount', '10000', '99999900']],
  [{ about: 'currency' }, ['currency', 'RUB', 'USD']],
  [{ about: 'operation' }, ['operation', expect.any(String), 'payment/ANOTHER.1/authorise']],
  [{ about: 'state' }, ['state', 'held', 'captured']],
  [{ about: 'isTest' }, ['isTest', 'true', 'false']],
])('a hold that is answered otherwise (%j) fails, is released and is listed for operators', async (lie, facts) => {
  const payment = await held({ type: 'lie', ...lie });
  expect(await find(payment)).toMatchObject({
    status: 'failed',
    failure: { code: 'authorization_failed', subError: { code: 'operation_blocked' } },
  });
  expect(await listPaymentAttempts(desk.store.database, toRef(payment))).toMatchObject([{ outcome: 'contradicted' }]);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000, captured: 0 });
  expect(await readContradictions(payment)).toEqual([['contradictedAnswer', 'open', 'authorise', ...facts]]);
});

test('a capture that is answered otherwise is looked up, and what was captured is recorded', async () => {
  const payment = await captured({ type: 'lie', about: 'amount' });
  expect(await find(payment)).toMatchObject({ status: 'captured', amountMinor: 10_000n });
  expect(await readSums(payment)).toMatchObject({ captured: 10_000 });
  expect(await readContradictions(payment)).toEqual([
    ['contradictedAnswer', 'open', 'capture', 'amount', '10000', '100'],
  ]);
});

test('a refund that is answered otherwise stays pending, and a true look-up ends it once', async () => {
  const payment = await captured();
  const ref = toRef(payment);
  const { id: refundID } = await createRefund(desk.store, { ...ref, partyID: payment.partyID, amountMinor: 4_000n });
  const refundRef = { ...ref, refundID };
  await order('refund/', { type: 'lie', about: 'amount' });
  expect(await run(() => desk.steps.refund(refundRef))).toBe('pending');
  expect(await readRefund(desk.store.database, refundRef)).toMatchObject({ acceptedAt: expect.any(Date) });
  const kinds = await sql(`SELECT kind, operation_kind FROM reconciliation_findings WHERE operation_id LIKE $1`, [
    `refund/${payment.invoiceID}.%`,
  ]);
  expect(kinds).toEqual([{ kind: 'contradictedAnswer', operation_kind: 'refund' }]);
  expect(await run(() => desk.steps.refundAfterLookUp(refundRef))).toBe('succeeded');
  expect(await readSums(payment)).toMatchObject({ captured: 10_000, refunded: 4_000 });
});

test('callers at once give one failed payment, one release and one finding', async () => {
  await order('payment/', { type: 'lie', about: 'currency' });
  const payment = await held();
  await Promise.all(
    Array.from({ length: 16 }, () => run(() => desk.payments.authorise(toRef(payment))).catch(() => null)),
  );
  expect(await find(payment)).toMatchObject({ status: 'failed' });
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  expect(await readContradictions(payment)).toHaveLength(1);
});

test('the ledger verifies after these cases', async () => {
  expect(await verifyLedger(desk.store.database)).toEqual([]);
});
