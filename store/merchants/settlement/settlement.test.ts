import { randomInt } from 'node:crypto';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { anInvoice, INSTANT, pay } from '../../../tests/harness/factories/payment';
import { aSettledShop, AT_ONCE, postMovements } from '../../../tests/harness/factories/settlement';
import type { BalanceTransaction } from '../../../domain/merchants/settlement/balance-transaction';
import { settlementAccountIDs } from '../../platform/ledger/accounts';
import { readBalance } from '../../platform/ledger/ledger';
import { verifyLedger } from '../../platform/ledger/verify';
import { acceptChargeback, createChargeback, reopenChargeback } from '../../payments/chargeback/chargeback.transitions';
import { recordAuthorisation, recordCapture } from '../../payments/payment/payment.transitions';
import { recordRefundSuccess } from '../../payments/refund/refund.transitions';
import { toLine, type Settlement } from './balance-lines';
import { closeBatch } from './batch.close';
import { changePayout } from './payout.transitions';
import {
  getPayout,
  listBalanceTransactions,
  listBatches,
  listPayouts,
  listSettlementCurrencies,
  readSettlementBalance,
} from './settlement.queries';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.setTerms(api.own.shopID, { feeBasisPoints: 250, settlement: AT_ONCE });
});
afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api?.stop();
});

const LAST_DAY = '2099-12-31';

async function aCapturedPayment(): Promise<{ invoiceID: string; paymentID: string }> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow: INSTANT });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'reference' });
  await recordCapture(api.store, { invoiceID, paymentID });
  return { invoiceID, paymentID };
}

async function listAll(settlement: Settlement, batchID?: string): Promise<BalanceTransaction[]> {
  const rows: BalanceTransaction[] = [];
  for (let continuationToken: string | undefined; ;) {
    const page = await listBalanceTransactions(api.store, { ...settlement, batchID, limit: 7, continuationToken });
    rows.push(...page.rows);
    ({ continuationToken } = page);
    if (!continuationToken) return rows;
  }
}

const sum = (rows: readonly BalanceTransaction[]): bigint => rows.reduce((total, { netMinor }) => total + netMinor, 0n);
const own = async ({ shopID, currency }: Settlement): Promise<bigint> =>
  (await readBalance(api.store.database, settlementAccountIDs(shopID, currency))).own;

const postTo = (settlement: Settlement, movements: Parameters<typeof postMovements>[2]): Promise<void> =>
  postMovements(api.store.database, settlement, movements);
const aShop = (settlement: object = AT_ONCE): Promise<Settlement> => aSettledShop(api, settlement);

test('each movement of a shop is a line with its source, and the lines sum to the ledger', async () => {
  const settlement = { shopID: api.own.shopID, currency: 'RUB' };
  const first = await aCapturedPayment();
  const path = `/v2/processing/invoices/${first.invoiceID}/payments/${first.paymentID}/refunds`;
  const refund = await api.own.merchant.post(path, { amount: 1_000, currency: 'RUB' });
  const refundID: string = refund.body.id;
  const balance = await readSettlementBalance(api.store.database, settlement, LAST_DAY);
  expect(balance).toEqual({
    ...settlement,
    ...{ pendingMinor: 0n, availableMinor: 8_750n, reservedMinor: 1_000n, reserveMinor: 0n, inTransitMinor: 0n },
  });
  await recordRefundSuccess(api.store, { ...first, refundID }, { connectorReference: 'reference' });
  const second = await aCapturedPayment();
  const disputed = { ...second, bodyMinor: 10_000n, levyMinor: 300n, idempotencyKey: 'dispute' };
  const { id: chargebackID } = await createChargeback(api.store, disputed);
  const dispute = (idempotencyKey: string) => ({ ...second, chargebackID, idempotencyKey });
  await acceptChargeback(api.store, dispute('accepted'));
  await reopenChargeback(api.store, dispute('reopened'));
  await acceptChargeback(api.store, dispute('accepted again'));

  const lines = await listAll(settlement);
  const found = lines.map(({ type, grossMinor, feeMinor, source }) => [type, grossMinor, feeMinor, source]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['payment', 10_000n, 250n, first],
      ['refund', -1_000n, 0n, { ...first, refundID }],
      ['payment', 10_000n, 250n, second],
      ['chargeback', -10_000n, 0n, { ...second, chargebackID }],
      ['disputeFee', 0n, 300n, { ...second, chargebackID }],
      ['chargebackReversal', 10_000n, 0n, { ...second, chargebackID }],
      ['disputeFeeReversal', 0n, -300n, { ...second, chargebackID }],
      ['chargeback', -10_000n, 0n, { ...second, chargebackID }],
      ['disputeFee', 0n, 300n, { ...second, chargebackID }],
    ]),
  );
  expect(found).toHaveLength(9);
  expect(sum(lines)).toBe(await own(settlement));
  expect(await listSettlementCurrencies(api.store.database, settlement.shopID)).toEqual(['RUB']);
  const { id: batchID } = (await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY }))!;
  expect((await listAll(settlement, batchID)).filter(({ type }) => type !== 'payout')).toEqual(
    lines.map((line) => ({ ...line, batchID })),
  );
});

test('a batch leaves what is available after its day to a later one', async () => {
  const settlement = await aShop({ ...AT_ONCE, delays: [{ days: 30 }] });
  const payment = 'payment/1m00000000000000000a.1/capture';
  await postTo(settlement, [
    { id: payment, amount: 700n },
    { id: 'correction/early', amount: 40n },
  ]);
  const balance = await readSettlementBalance(api.store.database, settlement, LAST_DAY);
  expect(balance).toMatchObject({ pendingMinor: 0n, availableMinor: 740n });
  const lines = await listAll(settlement);
  const [later, early] = [payment, 'correction/early'].map((id) => lines.find((line) => line.id === id));
  expect(later!.availableOn > early!.availableOn).toBe(true);
  const first = await closeBatch(api.store, { ...settlement, untilDay: early!.availableOn });
  expect(first).toMatchObject({ number: 1, lineCount: 1, netMinor: 40n, closingMinor: 0n });
  const second = await closeBatch(api.store, { ...settlement, untilDay: later!.availableOn });
  expect(second).toMatchObject({ number: 2, openingMinor: 0n, lineCount: 1, netMinor: 700n });
});

test('a batch pays at least the minimum, leaves what is kept and what is held, and carries the rest over', async () => {
  const amounts = (amount: number): object[] => [{ currency: 'RUB', amount }];
  const settlement = await aShop({ ...AT_ONCE, minimumAmounts: amounts(500), keepAmounts: amounts(100) });
  const close = (): ReturnType<typeof closeBatch> => closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
  await postTo(settlement, [{ id: 'correction/m1', amount: 599n }]);
  expect(await close()).toMatchObject({ netMinor: 599n, closingMinor: 599n });
  await postTo(settlement, [{ id: 'correction/m2', amount: 1n }]);
  expect(await close()).toMatchObject({ openingMinor: 599n, netMinor: 1n, closingMinor: 100n });
  await postTo(settlement, [{ id: 'refund/1m00000000000000000b.1.1/post/s', amount: -900n }]);
  expect(await close()).toMatchObject({ openingMinor: 100n, netMinor: -900n, closingMinor: -800n });
  await postTo(settlement, [{ id: 'correction/m3', amount: 1_000n }]);
  expect(await close()).toMatchObject({ openingMinor: -800n, netMinor: 1_000n, closingMinor: 200n });
  const { rows } = await listPayouts(api.store, { shopID: settlement.shopID, limit: 9 });
  expect(rows.map(({ amountMinor }) => amountMinor)).toEqual([500n]);
  expect((await listBatches(api.store, { shopID: settlement.shopID, limit: 9 })).rows).toHaveLength(4);
});

test('concurrent closes beside movements put each line in one batch and pay once a batch', async () => {
  const settlement = await aShop();
  let number = 0;
  const movements = Array.from({ length: 30 }, async () => {
    const amount = BigInt(randomInt(1, 5_000)) * (randomInt(4) === 0 ? -1n : 1n);
    await postTo(settlement, [{ id: `correction/concurrent-${number++}`, amount }]);
  });
  const closes = Array.from({ length: 12 }, () => closeBatch(api.store, { ...settlement, untilDay: LAST_DAY }));
  await Promise.all([...movements, ...closes]);
  await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
  const lines = await listAll(settlement);
  expect(lines.filter(({ batchID, type }) => batchID === null && type !== 'payout')).toEqual([]);
  expect(sum(lines)).toBe(await own(settlement));
  const batches = (await listBatches(api.store, { shopID: settlement.shopID, limit: 99 })).rows.reverse();
  let opening = 0n;
  for (const [index, batch] of batches.entries()) {
    const ofBatch = lines.filter(({ batchID }) => batchID === batch.id);
    expect(batch).toMatchObject({ number: index + 1, openingMinor: opening });
    opening += sum(ofBatch);
    expect(batch.closingMinor).toBe(opening);
  }
  const payouts = (await listPayouts(api.store, { shopID: settlement.shopID, limit: 99 })).rows;
  expect(new Set(payouts.map(({ batchID }) => batchID)).size).toBe(payouts.length);
});

test('a payout moves its money once, whatever is repeated, and comes back when it is returned', async () => {
  const settlement = await aShop();
  await postTo(settlement, [{ id: 'correction/payout', amount: 900n }]);
  await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
  const [payout] = (await listPayouts(api.store, { shopID: settlement.shopID, limit: 9 })).rows;
  const payoutID = payout!.id;
  const balance = (): Promise<object> => readSettlementBalance(api.store.database, settlement, LAST_DAY);
  expect(payout).toMatchObject({ status: 'pending', amountMinor: 900n });
  await expect(changePayout(api.store, { payoutID, action: 'confirm' })).rejects.toThrow(/is pending/);
  await changePayout(api.store, { payoutID, action: 'send' });
  await expect(changePayout(api.store, { payoutID, action: 'cancel' })).rejects.toThrow(/is sent/);
  expect(await balance()).toMatchObject({ availableMinor: 0n, inTransitMinor: 900n });
  const confirm = { payoutID, action: 'confirm', bankReference: 'B1' } as const;
  await Promise.all(Array.from({ length: 6 }, () => changePayout(api.store, confirm)));
  expect(await balance()).toMatchObject({ availableMinor: 0n, inTransitMinor: 0n });
  await changePayout(api.store, { payoutID, action: 'return', reason: 'account closed' });
  expect(await balance()).toMatchObject({ availableMinor: 900n, inTransitMinor: 0n });
  expect(await getPayout(api.store.database, payoutID)).toMatchObject({ status: 'returned', bankReference: 'B1' });
  const again = await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
  expect(again).toMatchObject({ netMinor: 900n, closingMinor: 0n });
});

test('webhooks of the shop receive each change of a payout once and in order, with the recorded reason', async () => {
  const [settlement, other] = [await aShop(), await aShop()];
  for (const { shopID } of [settlement, other]) {
    const eventTypes = ['PayoutCreated', 'PayoutPaid', 'PayoutFailed'];
    const scope = { topic: 'PayoutsTopic', shopID, eventTypes };
    const webhook = { scope, url: 'https://shop.example/webhook' };
    expect((await api.own.merchant.post('/v2/processing/webhooks', webhook)).status).toBe(201);
  }
  const messages = async ({ shopID }: Settlement): Promise<any[]> => {
    const text = `SELECT e.body, d.subject FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      JOIN webhooks w ON w.id = d.webhook_id WHERE w.shop_id = $1 ORDER BY e.id`;
    const rows = await api.store.database.search<{ body: string; subject: string }>(text, [shopID]);
    return rows.map(({ body, subject }) => ({ subject, ...JSON.parse(body) }));
  };
  const aPayout = async (id: string): Promise<string> => {
    await postTo(settlement, [{ id, amount: 900n }]);
    const batch = await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
    const { rows } = await listPayouts(api.store, { shopID: settlement.shopID, limit: 9 });
    return rows.find(({ batchID }) => batchID === batch!.id)!.id;
  };
  const returned = await aPayout('correction/returned');
  for (const action of ['send', 'confirm', 'confirm', 'return'] as const)
    await changePayout(api.store, { payoutID: returned, action, ...(action === 'return' && { reason: 'closed' }) });
  await expect(changePayout(api.store, { payoutID: returned, action: 'cancel' })).rejects.toThrow(/is returned/);
  const cancelled = await aPayout('correction/cancelled');
  await changePayout(api.store, { payoutID: cancelled, action: 'cancel', reason: 'wrong account' });

  const received = await messages(settlement);
  expect(received.flatMap(({ subject: _, ...message }) => eventContradictions(message))).toEqual([]);
  expect(received.map(({ subject, eventType, payout }) => [subject, eventType, payout.status, payout.reason])).toEqual([
    [`payout/${returned}`, 'PayoutCreated', 'pending', undefined],
    [`payout/${returned}`, 'PayoutPaid', 'paid', undefined],
    [`payout/${returned}`, 'PayoutFailed', 'returned', 'closed'],
    [`payout/${cancelled}`, 'PayoutCreated', 'pending', undefined],
    [`payout/${cancelled}`, 'PayoutFailed', 'cancelled', 'wrong account'],
  ]);
  expect(received.map(({ payout }) => payout.amount)).toEqual([900, 900, 900, 1_800, 1_800]);
  expect(await messages(other)).toEqual([]);
});

test.each([
  ['correction/weekend', '2026-11-28'],
  ['payment/1m00000000000000000c.1/capture', '2026-11-30'],
])('on a Saturday %s is available on %s', (id, availableOn) => {
  const createdAt = new Date('2026-11-28T10:00:00Z');
  const dated = [{ validFrom: new Date(0), terms: {} }];
  const row = { id, gross: 5n, fee: 0n, createdAt, tool: null, connector: null };
  expect(toLine(row, 'RUB', dated)).toMatchObject({ id, availableOn });
});

test('a batch is paid by the terms that are in force when it is closed', async () => {
  const settlement = await aShop();
  const terms = { settlement: { ...AT_ONCE, minimumAmounts: [{ currency: 'RUB', amount: 500 }] } };
  const text = `INSERT INTO shop_terms (shop_id, valid_from, terms) VALUES ($1, now(), $2)`;
  await api.store.database.run({ name: '', text }, [settlement.shopID, JSON.stringify(terms)]);
  const due = 'UPDATE shops SET next_terms_at = now() WHERE id = $1';
  await api.store.database.run({ name: '', text: due }, [settlement.shopID]);
  await postTo(settlement, [{ id: 'correction/scheduled', amount: 499n }]);
  expect(await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY })).toMatchObject({ closingMinor: 499n });
});

test.each([
  ['without a bank account', `UPDATE shops SET contract_id = 'none' WHERE id = $1`],
  ['that is blocked', 'UPDATE shops SET is_blocked = true WHERE id = $1'],
])('a shop %s keeps its money', async (kind, text) => {
  const settlement = await aShop();
  await api.store.database.run({ name: '', text }, [settlement.shopID]);
  await postTo(settlement, [{ id: `correction/kept ${kind.length}`, amount: 5n }]);
  expect(await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY })).toMatchObject({ closingMinor: 5n });
});
