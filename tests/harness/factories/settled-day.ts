import { createInvoice } from '../../../store/payments/invoice/invoice.create';
import {
  acceptChargeback,
  cancelChargeback,
  createChargeback,
  rejectChargeback,
  reopenChargeback,
} from '../../../store/payments/chargeback/chargeback.transitions';
import { createPayment } from '../../../store/payments/payment/payment.create';
import { recordAuthorisation, recordCapture, recordFailure } from '../../../store/payments/payment/payment.transitions';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { recordRefundFailure, recordRefundSuccess } from '../../../store/payments/refund/refund.transitions';
import type { Store } from '../../../store/store';
import { inParallel } from '../../bench/measure/in-parallel';
import { Random } from '../random';

/** A shop of the day; its fees are withheld or billed. */
export interface DayShop {
  partyID: string;
  shopID: string;
  feeBasisPoints: number;
  isBilled: boolean;
}

/** With two decimals, none and three. */
export const DAY_CURRENCIES = ['RUB', 'JPY', 'KWD'] as const;

export const DAY_LEVY_MINOR = 300n;

const CONCURRENCY = 24;
const DECLINED = { code: 'authorization_failed' } as never;

/**
 * Makes the payments of a day by the functions that the platform has, some refused, refunded or disputed.
 * @returns what each shop is owed in each currency by the day's own reckoning, keyed by `SHOP CURRENCY`
 */
export async function makeDay(store: Store, shops: readonly DayShop[], count: number): Promise<Map<string, bigint>> {
  const owed = new Map<string, bigint>();
  await inParallel({ count, atOnce: CONCURRENCY }, async (number) => {
    const random = new Random(`day/${number}`);
    const shop = random.pick(shops);
    const currency = random.pick(DAY_CURRENCIES);
    const key = `${shop.shopID} ${currency}`;
    const own = await makePayment(store, { shop, currency, random, number });
    owed.set(key, (owed.get(key) ?? 0n) + own);
  });
  return owed;
}

interface DayPayment {
  shop: DayShop;
  currency: string;
  random: Random;
  number: number;
}

async function makePayment(store: Store, { shop, currency, random, number }: DayPayment): Promise<bigint> {
  const amountMinor = BigInt(random.int(2_000, 900_000));
  const { partyID, shopID } = shop;
  const { id: invoiceID } = await createInvoice(store, {
    ...{ partyID, shopID, amountMinor, currency, product: 'Заказ', metadata: {} },
    dueDate: new Date(Date.now() + 3_600_000),
  });
  const { id: paymentID } = await createPayment(store, {
    ...{ invoiceID, partyID, flow: { type: 'instant' }, encryptedPaymentTool: 'none', makeRecurrent: false },
    processingDeadline: new Date(Date.now() + 1_800_000),
    payer: {
      type: 'PaymentResourcePayer',
      contactInfo: {},
      paymentSession: `session-${number}`,
      toolFingerprint: 'tool',
      toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
    },
  });
  const payment = { invoiceID, paymentID };
  if (random.next() < 0.05) {
    await recordFailure(store, payment, DECLINED);
    return 0n;
  }
  await recordAuthorisation(store, payment, { connectorReference: `reference-${number}` });
  await recordCapture(store, payment);
  const fee = shop.isBilled ? 0n : (amountMinor * BigInt(shop.feeBasisPoints) + 5_000n) / 10_000n;
  const taken = random.next();
  if (taken < 0.15) return amountMinor - fee - (await refund(store, { ...payment, partyID, amountMinor, random }));
  if (taken < 0.23) return amountMinor - fee - (await dispute(store, { ...payment, amountMinor, random, number }));
  return amountMinor - fee;
}

interface TakenBack {
  invoiceID: string;
  paymentID: string;
  amountMinor: bigint;
  random: Random;
}

/** @returns what the shop has given */
async function refund(store: Store, given: TakenBack & { partyID: string }): Promise<bigint> {
  const { random, amountMinor, invoiceID, paymentID, partyID } = given;
  const payment = { invoiceID, paymentID };
  let sum = 0n;
  for (let left = random.int(1, 2); left > 0; left -= 1) {
    const part = amountMinor / BigInt(random.int(3, 9));
    const { id: refundID } = await createRefund(store, { ...payment, partyID, amountMinor: part });
    if (random.next() < 0.2) await recordRefundFailure(store, { ...payment, refundID }, DECLINED);
    else {
      await recordRefundSuccess(store, { ...payment, refundID }, { connectorReference: 'reference' });
      sum += part;
    }
  }
  return sum;
}

/** @returns what the shop has given, with the levy of an accepted one */
async function dispute(store: Store, given: TakenBack & { number: number }): Promise<bigint> {
  const { random, amountMinor, invoiceID, paymentID, number } = given;
  const payment = { invoiceID, paymentID };
  const amounts = { bodyMinor: amountMinor / BigInt(random.int(1, 3)), levyMinor: DAY_LEVY_MINOR };
  const made = { ...payment, ...amounts, idempotencyKey: `dispute-${number}` };
  const { id: chargebackID } = await createChargeback(store, made);
  const step = (name: string) => ({ ...payment, chargebackID, idempotencyKey: `${name}-${number}` });
  switch (random.int(0, 3)) {
    case 0:
      await rejectChargeback(store, step('reject'));
      return 0n;
    case 1:
      await cancelChargeback(store, step('cancel'));
      return 0n;
    case 2:
      await acceptChargeback(store, step('accept'));
      await reopenChargeback(store, step('reopen'));
      await rejectChargeback(store, step('reject'));
      return 0n;
    default:
      await acceptChargeback(store, step('accept'));
      return amounts.bodyMinor + amounts.levyMinor;
  }
}
