import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import type { BalanceTransaction } from '../../../domain/merchants/settlement/balance-transaction';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anInvoice, INSTANT, pay } from '../../../tests/harness/factories/payment';
import { acceptChargeback, createChargeback, reopenChargeback } from '../../payments/chargeback/chargeback.transitions';
import { feeAccount, settlementAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { move, openAccounts, post, readBalance } from '../../platform/ledger/ledger';
import { verifyLedger } from '../../platform/ledger/verify';
import { recordAuthorisation, recordCapture } from '../../payments/payment/payment.transitions';
import { recordRefundFailure, recordRefundSuccess } from '../../payments/refund/refund.transitions';
import type { Settlement } from './balance-lines';
import { closeBatch } from './batch.close';
import { readBilledFees, vatOf } from './fee-lines';
import { changePayout } from './payout.transitions';
import { listBalanceTransactions, listPayouts } from './settlement.queries';

let api: TestApi;
let own: Settlement;
beforeAll(async () => {
  api = await startApi();
  own = { shopID: api.own.shopID, currency: 'RUB' };
});
afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});
afterAll(() => api?.stop());

const AT_ONCE = { delays: [{ days: 0 }], calendar: 'weekends' as const, timeZone: 'UTC', cutOffHour: 0 };
const rub = (amount: number) => [{ currency: 'RUB', amount }];

type PaymentKey = Record<'invoiceID' | 'paymentID', string>;

/** 100 roubles. */
async function aPayment(): Promise<PaymentKey> {
  const { id: invoiceID, token } = await anInvoice(api.own.merchant, own.shopID);
  const paymentID = await pay(api.own.merchant.as(token), invoiceID, { card: '4242424242424242', flow: INSTANT });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'reference' });
  await recordCapture(api.store, { invoiceID, paymentID });
  return { invoiceID, paymentID };
}

async function refund(payment: PaymentKey, amount: number): Promise<void> {
  const path = `/v2/processing/invoices/${payment.invoiceID}/payments/${payment.paymentID}/refunds`;
  const { body } = await api.own.merchant.post(path, { amount, currency: 'RUB' });
  const ref = { ...payment, refundID: String(body.id) };
  await recordRefundSuccess(api.store, ref, { connectorReference: 'reference' });
  await recordRefundSuccess(api.store, ref, { connectorReference: 'reference' });
}

async function linesOf(settlement: Settlement, filter: { batchID?: string } = {}): Promise<BalanceTransaction[]> {
  return (await listBalanceTransactions(api.store, { ...settlement, ...filter, limit: 200 })).rows.reverse();
}

const feesOf = (lines: readonly BalanceTransaction[]) =>
  lines.map(({ type, grossMinor, feeMinor, vatMinor }) => [type, grossMinor, feeMinor, vatMinor]);
const ofPayment = async ({ invoiceID }: PaymentKey) =>
  (await linesOf(own)).filter(({ source }) => source.invoiceID === invoiceID);
const readOwn = async ({ shopID, currency }: Settlement): Promise<bigint> =>
  (await readBalance(api.store.database, settlementAccountIDs(shopID, currency))).own;

async function aShop(terms: ShopTerms): Promise<Settlement> {
  const shopID = `shop-${randomInt(1e9)}`;
  const text = `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
    SELECT $1, party_id, currency, category_id, contract_id, location_url, name, $2 FROM shops WHERE id = $3`;
  await api.store.database.search(text, [shopID, JSON.stringify({ settlement: AT_ONCE, ...terms }), own.shopID]);
  return { shopID, currency: 'RUB' };
}

async function earn({ shopID, currency }: Settlement, amountMinor: bigint): Promise<void> {
  const [shop, other] = [settlementAccount(shopID, currency), feeAccount(currency, shopID)];
  const id = `correction/${shopID}-${randomInt(1e9)}`;
  const sides = { debitAccountID: other.id, creditAccountID: shop.id };
  await api.store.database.transaction(async (tx) => {
    await openAccounts(api.store.database, [shop, other], tx);
    await move(api.store.database, [post({ id, ...sides, amountMinor, currency, reason: 'test' })], tx);
  });
}

/** Half up of an amount that is not negative. */
const vatWithin = (feeMinor: bigint, rate: bigint): bigint =>
  (2n * feeMinor * rate + 10_000n + rate) / (2n * (10_000n + rate));

test('VAT is rounded half up, returned fees have that of their sum, and parts never more than the whole', async () => {
  const cases: { id: string; fee: string; shop: string; expected: string }[] = [];
  for (const rate of [0, 500, 1_000, 2_200, 2_550]) {
    const { shopID } = await aShop({ vatBasisPoints: rate });
    const vat = (feeMinor: bigint) => vatWithin(feeMinor, BigInt(rate));
    for (const parts of fc.sample(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 8 }),
      60,
    )) {
      const wholeMinor = parts.reduce((sum, each) => sum + each);
      cases.push({ id: 'monthly-fee', fee: String(wholeMinor), shop: shopID, expected: String(vat(wholeMinor)) });
      let [before, returned] = [0n, 0n];
      for (const part of parts) {
        const expected = vat(before) - vat(before + part);
        const id = `refund/I.1.1/fee-return/${before}`;
        cases.push({ id, fee: String(-part), shop: shopID, expected: String(expected) });
        [before, returned] = [before + part, returned - expected];
        expect(returned <= vat(wholeMinor)).toBe(true);
      }
      expect(returned).toBe(vat(wholeMinor));
    }
  }
  const text = `SELECT * FROM (
      SELECT x.*, ${vatOf({ id: 'x.id', fee: 'x.fee', at: 'now()', shopID: 'x.shop' })}::text AS found
      FROM jsonb_to_recordset($1::jsonb) AS x (id text, fee bigint, shop text, expected text)
    ) y WHERE found IS DISTINCT FROM expected`;
  expect(await api.store.database.search(text, [JSON.stringify(cases)])).toEqual([]);
  expect(vatWithin(250n, 2_200n)).toBe(45n);
});

test('a refund costs its fee, and partial refunds return exactly the fee of the payment with its VAT', async () => {
  const terms = { feeBasisPoints: 251, refundedFee: 'returned', vatBasisPoints: 2_200, settlement: AT_ONCE } as const;
  await api.setTerms(own.shopID, { ...terms, refundFees: [{ basisPoints: 100, currency: 'RUB', fixed: 5 }] });
  await aPayment();
  const payment = await aPayment();
  // The rate of the charge holds for what is returned of it.
  await api.setTerms(own.shopID, { ...terms, vatBasisPoints: 2_000, refundFees: [{ basisPoints: 100, fixed: 5 }] });
  for (const amount of [3_333, 3_333, 3_334]) await refund(payment, amount);
  const found = feesOf(await ofPayment(payment));
  expect(found).toEqual(
    expect.arrayContaining([
      ['payment', 10_000n, 251n, 45n],
      ['refund', -3_333n, 0n, 0n],
      ['refundFee', 0n, 38n, 6n],
      ['feeReturn', 0n, -84n, -15n],
      ['feeReturn', 0n, -83n, -15n],
      ['feeReturn', 0n, -84n, -15n],
    ]),
  );
  expect(found).toHaveLength(10);
  expect((await linesOf(own)).reduce((sum, { netMinor }) => sum + netMinor, 0n)).toBe(await readOwn(own));
  const batch = await closeBatch(api.store, { ...own, untilDay: '2099-12-31' });
  expect(batch).toMatchObject({ lineCount: 11, netMinor: 10_000n - 251n - 3n * 38n });
  expect(feesOf(await linesOf(own, { batchID: batch!.id }))).toEqual(expect.arrayContaining(found));
});

test('a refund holds its fee, and is refused if the shop has only the amount', async () => {
  await api.setTerms(own.shopID, { settlement: AT_ONCE, refundFees: [{ fixed: 700 }] });
  await aPayment();
  const payment = await aPayment();
  const path = `/v2/processing/invoices/${payment.invoiceID}/payments/${payment.paymentID}/refunds`;
  const { available } = await readBalance(api.store.database, settlementAccountIDs(own.shopID, 'RUB'));
  const sides = {
    debitAccountID: settlementAccount(own.shopID, 'RUB').id,
    creditAccountID: feeAccount('RUB', 'rest').id,
  };
  await api.store.database.transaction(async (tx) => {
    await openAccounts(api.store.database, [feeAccount('RUB', 'rest')], tx);
    const rest = { id: `correction/${own.shopID}`, ...sides, amountMinor: available - 10_000n, currency: 'RUB' };
    await move(api.store.database, [post({ ...rest, reason: 'test' })], tx);
  });
  expect(await api.own.merchant.post(path, { amount: 10_000, currency: 'RUB' })).toMatchObject({
    status: 400,
    body: { code: 'insufficentAccountBalance' },
  });
  const { body } = await api.own.merchant.post(path, { amount: 9_000, currency: 'RUB' });
  expect(await readBalance(api.store.database, settlementAccountIDs(own.shopID, 'RUB'))).toMatchObject({
    available: 300n,
  });
  // What was held is charged, whatever the terms say by then.
  await api.setTerms(own.shopID, { settlement: AT_ONCE });
  const ref = { ...payment, refundID: String(body.id) };
  await recordRefundSuccess(api.store, ref, { connectorReference: 'reference' });
  expect(await readOwn(own)).toBe(300n);
  expect(feesOf(await ofPayment(payment)).slice(1)).toEqual(
    expect.arrayContaining([
      ['refund', -9_000n, 0n, 0n],
      ['refundFee', 0n, 700n, 0n],
    ]),
  );
  await api.setTerms(own.shopID, { settlement: AT_ONCE, refundFees: [{ fixed: 100 }] });
  const failed = await api.own.merchant.post(path, { amount: 150, currency: 'RUB' });
  const failedRef = { ...payment, refundID: String(failed.body.id) };
  await recordRefundFailure(api.store, failedRef, { code: 'RejectedByIssuer' });
  expect(await readBalance(api.store.database, settlementAccountIDs(own.shopID, 'RUB'))).toEqual({
    ...{ own: 300n, available: 300n },
  });
});

test('a refund keeps the fee of the payment by default', async () => {
  await api.setTerms(own.shopID, { feeBasisPoints: 250, settlement: AT_ONCE });
  await aPayment();
  const payment = await aPayment();
  await refund(payment, 10_000);
  expect(feesOf(await ofPayment(payment))).toEqual([
    ['payment', 10_000n, 250n, 0n],
    ['refund', -10_000n, 0n, 0n],
  ]);
});

test('billed fees of payments, refunds, payouts and months change no balance, and are read with their VAT', async () => {
  const from = new Date();
  const fees = { feeBasisPoints: 250, feeCollection: 'billed', vatBasisPoints: 2_200 } as const;
  const terms: ShopTerms = { ...fees, refundedFee: 'returned', refundFees: [{ fixed: 5 }] };
  await api.setTerms(own.shopID, {
    ...terms,
    settlement: { ...AT_ONCE, payoutFees: rub(30), monthlyFees: rub(1_000) },
  });
  await aPayment();
  const payment = await aPayment();
  // Billed fees go back to where they were paid.
  await api.setTerms(own.shopID, { ...terms, feeCollection: 'withheld', settlement: AT_ONCE });
  await refund(payment, 5_000);
  expect(feesOf(await ofPayment(payment))).toEqual(
    expect.arrayContaining([
      ['payment', 10_000n, 0n, 0n],
      ['refund', -5_000n, 0n, 0n],
      ['refundFee', 0n, 5n, 1n],
    ]),
  );
  await api.setTerms(own.shopID, {
    ...terms,
    settlement: { ...AT_ONCE, payoutFees: rub(30), monthlyFees: rub(1_000) },
  });
  const before = await readOwn(own);
  const batch = await closeBatch(api.store, { ...own, untilDay: '2099-12-31' });
  expect(await linesOf(own, { batchID: batch!.id }).then((lines) => lines.map(({ type }) => type))).not.toContain(
    'payoutFee',
  );
  expect(before - (await readOwn(own))).toBe(batch!.openingMinor + batch!.netMinor!);
  const period = { ...own, from, to: new Date(Date.now() + 1_000) };
  // 250 twice, half of one returned, a payout and a month.
  expect(await readBilledFees(api.store.database, period)).toEqual({
    feeMinor: 250n + 250n - 125n + 30n + 1_000n,
    vatMinor: 45n + 45n - 23n + 5n + 180n,
  });
  expect(await readBilledFees(api.store.database, { ...period, to: from })).toEqual({ feeMinor: 0n, vatMinor: 0n });
});

test('a month costs once, with its first batch, and each payout its fee, which a cancelled one gets back', async () => {
  const settlement = { ...AT_ONCE, payoutFees: rub(122), monthlyFees: rub(1_220), minimumAmounts: rub(500) };
  const shop = await aShop({ vatBasisPoints: 2_200, settlement });
  const close = (untilDay: string) => closeBatch(api.store, { ...shop, untilDay });
  // Interrupted and concurrent closes charge no month twice.
  const first = (await Promise.all(Array.from({ length: 4 }, () => close('2098-01-10')))).filter((batch) => batch);
  expect(first.map((batch) => [batch!.netMinor, batch!.closingMinor])).toContainEqual([-1_220n, -1_220n]);
  expect((await linesOf(shop)).map(({ id }) => id)).toEqual([`monthly-fee/2098-01/RUB/${shop.shopID}`]);
  await earn(shop, 1_841n);
  expect(await close('2098-01-20')).toMatchObject({ netMinor: 1_841n, closingMinor: 621n });
  await earn(shop, 1n);
  expect(await close('2098-01-30')).toMatchObject({ lineCount: 2, netMinor: 1n - 122n, closingMinor: 0n });
  const [payout] = (await listPayouts(api.store, { shopID: shop.shopID, limit: 9 })).rows;
  expect(payout).toMatchObject({ amountMinor: 500n });
  await changePayout(api.store, { payoutID: payout!.id, action: 'cancel' });
  expect(await readOwn(shop)).toBe(622n);
  const found = feesOf(await linesOf(shop));
  expect(found).toEqual(
    expect.arrayContaining([
      ['processingFee', 0n, 1_220n, 220n],
      ['payoutFee', 0n, 122n, 22n],
      ['payout', -500n, 0n, 0n],
      ['payoutFailure', 500n, 0n, 0n],
      ['feeReturn', 0n, -122n, -22n],
    ]),
  );
  expect(await close('2098-02-10')).toMatchObject({ openingMinor: 0n, netMinor: 500n + 122n - 1_220n });
  const other = await aShop({ settlement });
  expect(await closeBatch(api.store, { ...other, currency: 'EUR', untilDay: '2098-02-10' })).toBeUndefined();
});

test('the fee of a dispute includes VAT, and is returned with it', async () => {
  await api.setTerms(own.shopID, { vatBasisPoints: 2_200, settlement: AT_ONCE });
  const payment = await aPayment();
  const disputed = { ...payment, bodyMinor: 10_000n, levyMinor: 305n, idempotencyKey: 'dispute' };
  const { id: chargebackID } = await createChargeback(api.store, disputed);
  await acceptChargeback(api.store, { ...payment, chargebackID, idempotencyKey: 'accepted' });
  await api.setTerms(own.shopID, { vatBasisPoints: 500, settlement: AT_ONCE });
  await reopenChargeback(api.store, { ...payment, chargebackID, idempotencyKey: 'reopened' });
  const found = feesOf(await ofPayment(payment));
  expect(found).toContainEqual(['disputeFee', 0n, 305n, 55n]);
  expect(found).toContainEqual(['disputeFeeReversal', 0n, -305n, -55n]);
});
