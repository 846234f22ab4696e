import { asOperator, type OperatorStore } from '../../platform/audit/origin';
import { listAuditEntries } from '../../platform/audit/audit-log.queries';
import { setBlocked } from '../../merchants/block/block';
import { verifyLedger } from '../../platform/ledger/verify';
import { statement } from '../../postgres/database';
import { refundPayment } from '../refund/refund.by-operator';
import { recordRefundSuccess } from '../refund/refund.transitions';
import type { Store } from '../../store';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  anInvoice,
  buildPath,
  CARDS,
  HOLD,
  INSTANT,
  tokenise,
  type CreatedPayment,
} from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { expireHold } from './hold.transitions';
import { cancelPayment, capturePayment } from './operator.transitions';
import { findPayment } from './payment.queries';
import { recordAuthorisation, recordCancel, recordCapture } from './payment.transitions';

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  ({ merchant } = api.own);
});

afterAll(() => api?.stop());

afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});

const asAnna = (operation: string): OperatorStore<Store> =>
  asOperator(api.store, { operation, requestID: 'command/1', paymentID: null }, 'operator/anna');

const CAPTURE_AT_END = { ...HOLD, onHoldExpiration: 'capture' };

async function approved(flow: object = CAPTURE_AT_END): Promise<CreatedPayment> {
  const { id: invoiceID } = await anInvoice(merchant, api.own.shopID);
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(merchant, CARDS.good)) };
  const { body } = await merchant.post<any>(`/v2/processing/invoices/${invoiceID}/payments`, { flow, payer });
  const ref = { invoiceID, paymentID: body.id };
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference' });
  return ref;
}

async function captured(): Promise<CreatedPayment> {
  const ref = await approved(INSTANT);
  await recordCapture(api.store, ref);
  return ref;
}

const setShopBlocked = (isBlocked: boolean) =>
  setBlocked(asAnna('block'), { type: 'shop', id: api.own.shopID, isBlocked, reason: 'a complaint' });

const SUSPEND = statement('test-suspend-shop', 'UPDATE shops SET is_suspended = $2 WHERE id = $1');
const setSuspended = (isSuspended: boolean) => api.store.database.run(SUSPEND, [api.own.shopID, isSuspended]);

/** Closes the shop in both ways while `act` runs. */
async function inClosedShop<Result>(act: () => Promise<Result>): Promise<Result> {
  await setShopBlocked(true);
  await setSuspended(true);
  try {
    return await act();
  } finally {
    await setSuspended(false);
    await setShopBlocked(false);
  }
}

const AFTER_END = new Date(Date.now() + 30 * 86_400_000);

test('an operator captures a hold of a closed shop, in whole or in part, once', async () => {
  const [whole, part] = [await approved(), await approved()];
  const outcomes = await inClosedShop(async () => [
    await capturePayment(asAnna('capture'), { ...whole, reason: 'goods were sent' }),
    await capturePayment(asAnna('capture'), { ...whole, reason: 'goods were sent' }),
    await capturePayment(asAnna('capture'), { ...part, amountMinor: 4_000n, currency: 'RUB', reason: 'half' }),
  ]);
  expect(outcomes).toMatchObject([
    { target: 'capture', amountMinor: 10_000n, isChanged: true },
    { target: 'capture', amountMinor: 10_000n, isChanged: false },
    { target: 'capture', amountMinor: 4_000n, isChanged: true },
  ]);
  await recordCapture(api.store, part);
  expect(await findPayment(api.store.database, part)).toMatchObject({ status: 'captured', amountMinor: 4_000n });
  const entries = await listAuditEntries(api.store.database, { type: 'invoice', id: whole.invoiceID });
  expect(entries.filter(({ caller }) => caller === 'operator/anna')).toHaveLength(1);
});

test('the audit log names the operator and the reason', async () => {
  const ref = await approved();
  await cancelPayment(asAnna('cancel'), { ...ref, reason: 'the payer asked' });
  const READ = statement<{ caller: string; operation: string; reason: string | null }>(
    'test-audit-reason',
    `SELECT caller, operation, reason FROM audit_log WHERE subject_id = $1 AND caller LIKE 'operator%'`,
  );
  expect(await api.store.database.run(READ, [ref.invoiceID])).toEqual([
    { caller: 'operator/anna', operation: 'cancel', reason: 'the payer asked' },
  ]);
});

test('an operator releases a hold of a closed shop once', async () => {
  const ref = await approved();
  const decision = { ...ref, reason: 'the payer asked' };
  const outcomes = await inClosedShop(async () => [
    await cancelPayment(asAnna('cancel'), decision),
    await cancelPayment(asAnna('cancel'), decision),
  ]);
  expect(outcomes).toMatchObject([
    { target: 'cancel', isChanged: true },
    { target: 'cancel', isChanged: false },
  ]);
  await recordCancel(api.store, ref);
  expect(await findPayment(api.store.database, ref)).toMatchObject({
    status: 'cancelled',
    targetReason: 'the payer asked',
  });
});

test('a decision about a decided, an instant or an absent payment is refused', async () => {
  const [held, instant] = [await approved(), await approved(INSTANT)];
  await cancelPayment(asAnna('cancel'), { ...held, reason: 'first' });
  const capture = (ref: CreatedPayment, amount = {}) =>
    capturePayment(asAnna('capture'), { ...ref, ...amount, reason: 'a' });
  await expect(capture(held)).rejects.toMatchObject({ code: 'invalidPaymentStatus' });
  await expect(cancelPayment(asAnna('cancel'), { ...held, reason: 'second' })).rejects.toMatchObject({
    code: 'invalidPaymentStatus',
  });
  await expect(capture(instant)).rejects.toMatchObject({ code: 'operationNotPermitted' });
  await expect(capture({ ...held, paymentID: '9' })).rejects.toMatchObject({ code: 'notFound' });
  const other = await approved();
  await expect(capture(other, { amountMinor: 10_001n })).rejects.toMatchObject({
    code: 'amountExceededCaptureBalance',
  });
  await expect(capture(other, { amountMinor: 0n })).rejects.toMatchObject({ code: 'operationNotPermitted' });
  await expect(capture(other, { currency: 'USD' })).rejects.toMatchObject({ code: 'inconsistentCaptureCurrency' });
  expect(await findPayment(api.store.database, other)).toMatchObject({ target: null });
});

test('exactly one of a concurrent capture and release wins', async () => {
  const ref = await approved();
  const outcomes = await Promise.allSettled([
    capturePayment(asAnna('capture'), { ...ref, reason: 'a' }),
    cancelPayment(asAnna('cancel'), { ...ref, reason: 'b' }),
    capturePayment(asAnna('capture'), { ...ref, reason: 'a' }),
  ]);
  const changed = outcomes.filter((each) => each.status === 'fulfilled' && each.value.isChanged);
  expect(changed).toHaveLength(1);
});

describe('the end of a hold to be captured', () => {
  test('releases it in a blocked shop', async () => {
    const ref = await approved();
    await setShopBlocked(true);
    const ended = await expireHold(api.store, ref, AFTER_END);
    await setShopBlocked(false);
    expect(ended).toMatchObject({ target: 'cancel', targetReason: 'Shop is blocked' });
  });

  test('captures it if the shop was unblocked before', async () => {
    const ref = await approved();
    await setShopBlocked(true);
    await setShopBlocked(false);
    expect(await expireHold(api.store, ref, AFTER_END)).toMatchObject({ target: 'capture', targetReason: 'Timeout' });
  });

  test('keeps a decision that was taken before the block, or by an operator during it', async () => {
    const [before, during] = [await approved(), await approved()];
    expect((await merchant.post(buildPath(before, '/capture'), { reason: 'sent' })).status).toBe(202);
    await setShopBlocked(true);
    await capturePayment(asAnna('capture'), { ...during, reason: 'goods were sent' });
    const ended = [await expireHold(api.store, before, AFTER_END), await expireHold(api.store, during, AFTER_END)];
    await setShopBlocked(false);
    expect(ended).toMatchObject([
      { target: 'capture', targetReason: 'sent' },
      { target: 'capture', targetReason: 'goods were sent' },
    ]);
  });
});

describe('an operator’s refund', () => {
  const refund = (ref: CreatedPayment, commandID: string, given = {}) =>
    refundPayment(asAnna('refund'), { ...ref, commandID, reason: 'not delivered', ...given });

  test('is made in a closed shop without a contract in force, once for each command', async () => {
    const ref = await captured();
    const END = statement('test-end-contract', `UPDATE contracts SET valid_until = $1 WHERE party_id = $2`);
    const { partyID } = api.own;
    await api.store.database.run(END, [new Date(0).toISOString(), partyID]);
    const made = await inClosedShop(async () => [
      await refund(ref, 'c1', { amountMinor: 4_000n }),
      await refund(ref, 'c1', { amountMinor: 4_000n }),
    ]);
    await api.store.database.run(END, [null, partyID]);
    expect(made.map(({ refund: { id }, isChanged }) => [id, isChanged])).toEqual([
      ['100', true],
      ['100', false],
    ]);
    expect((await merchant.get<any>(buildPath(ref, '/refunds/100'))).body).toMatchObject({
      amount: 4_000,
      reason: 'not delivered',
    });
    await recordRefundSuccess(api.store, { ...ref, refundID: '100' }, { connectorReference: 'r' });
    expect(await refund(ref, 'c2')).toMatchObject({ refund: { id: '101', amountMinor: 6_000n }, isChanged: true });
  });

  test('repeated at once makes one refund', async () => {
    const ref = await captured();
    const made = await Promise.all([1, 2, 3, 4].map(() => refund(ref, 'at once')));
    expect(new Set(made.map(({ refund: { id } }) => id))).toEqual(new Set(['100']));
    expect(made.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  });

  test('above the balance, in another currency or of a hold is refused', async () => {
    const [ref, held] = [await captured(), await approved()];
    await expect(refund(ref, 'a', { amountMinor: 10_001n })).rejects.toMatchObject({
      code: 'invoicePaymentAmountExceeded',
    });
    await expect(refund(ref, 'b', { currency: 'USD' })).rejects.toMatchObject({ code: 'inconsistentRefundCurrency' });
    await expect(refund(held, 'c')).rejects.toMatchObject({ code: 'invalidPaymentStatus' });
    await expect(refund({ ...ref, invoiceID: 'unknown' }, 'd')).rejects.toMatchObject({ code: 'notFound' });
  });
});
