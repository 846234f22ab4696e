import { Refusal } from '../../../domain/platform/errors/refusal';
import { returnedFee } from '../../../domain/merchants/fee/returned-fee';
import { splitByFee } from '../../../domain/merchants/fee/fee-rules';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import type { Database, Transaction } from '../../postgres/database';
import {
  billedFeesAccount,
  connectorAccount,
  feeAccount,
  settlementAccount,
  settlementAccountIDs,
} from '../../platform/ledger/accounts';
import {
  readBalance,
  hold,
  move,
  openAccounts,
  post,
  postPending,
  voidPending,
  type Account,
  type Movement,
} from '../../platform/ledger/ledger';

function formatName({ invoiceID, paymentID, id }: Refund): string {
  return `refund/${invoiceID}.${paymentID}.${id}`;
}

/**
 * Holds a refund's money on the accounts of its shops, and its fee unless fees are billed.
 * @throws Refusal insufficentAccountBalance if a shop has less than its part, and the shop of the payment than that with the fee
 */
export async function holdRefund(
  database: Database,
  { payment, refund, terms }: { payment: Payment; refund: Refund; terms: ShopTerms },
  tx: Transaction,
): Promise<void> {
  const { shopID, currency, invoiceID } = refund;
  const connector = connectorAccount(payment.connector, currency, invoiceID);
  const fee = terms.feeCollection === 'billed' ? undefined : chargeRefund({ refund, payment, terms });
  const parts = refund.parts.map((part) => {
    const sides = {
      debitAccountID: settlementAccount(part.shopID, currency).id,
      creditAccountID: connector.id,
      amountMinor: BigInt(part.amount),
    };
    return { id: `${formatName(refund)}/hold/${part.shopID}`, ...sides, currency, reason: 'refund under way' };
  });
  const held = new Map(refund.parts.map((part) => [part.shopID, BigInt(part.amount)]));
  if (fee) held.set(shopID, (held.get(shopID) ?? 0n) + fee.amountMinor);
  const settlements = [...held.keys()].map((shop) => settlementAccount(shop, currency));
  await openAccounts(database, [connector, ...settlements, ...(fee ? [feeAccount(currency, invoiceID)] : [])], tx);
  const feeHold = fee && { ...fee, id: `${formatName(refund)}/fee-hold`, reason: 'fee of a refund under way' };
  await move(database, [...parts, ...(feeHold ? [feeHold] : [])].map(hold), tx);
  for (const [shop, amountMinor] of held) {
    const { available } = await readBalance(database, settlementAccountIDs(shop, currency), tx);
    if (available >= 0n) continue;
    const words = `shop ${shop} has ${available + amountMinor} ${currency}, and the refund takes ${amountMinor}`;
    throw new Refusal('insufficentAccountBalance', words);
  }
}

/** What decides the fees of a refund: the shop's terms in force and the fee of its payment, in minor units. */
export interface RefundFeeBasis {
  terms: ShopTerms;
  /** Null if the payment had no fee. */
  feeMinor: bigint | null;
  /** The account that paid the fee. */
  feePayerID: string | null;
  /** By refunds before. */
  refundedMinor: bigint;
  /** Whether the fee of the refund is held. */
  isFeeHeld: boolean;
}

/** Posts a refund, its fee, and what it returns of the payment's fee. */
export async function postRefund(
  database: Database,
  { refund, payment, basis }: { refund: Refund; payment: Payment; basis: RefundFeeBasis },
  tx: Transaction,
): Promise<void> {
  const posts = refund.parts.map(({ shopID }) => {
    const pendingID = `${formatName(refund)}/hold/${shopID}`;
    return postPending({ id: `${formatName(refund)}/post/${shopID}`, pendingID, reason: 'refunded' });
  });
  const fees = [...takeFee(refund, payment, basis), ...returnFee(refund, payment, basis)];
  if (fees.length > 0) await openAccounts(database, feeAccounts(refund, basis.terms), tx);
  await move(database, [...posts, ...fees], tx);
}

/** The shop of the payment pays the fees. */
function feeAccounts({ shopID, currency, invoiceID }: Refund, { feeCollection }: ShopTerms): [Account, Account] {
  const isBilled = feeCollection === 'billed';
  const payer = isBilled ? billedFeesAccount(shopID, currency, invoiceID) : settlementAccount(shopID, currency);
  return [payer, feeAccount(currency, invoiceID)];
}

/** Charges the fee that is held, or else what the terms say now. */
function takeFee(refund: Refund, payment: Payment, { terms, isFeeHeld }: RefundFeeBasis): Movement[] {
  const name = formatName(refund);
  if (isFeeHeld) return [postPending({ id: `${name}/fee`, pendingID: `${name}/fee-hold`, reason: 'fee of a refund' })];
  const fee = chargeRefund({ refund, payment, terms });
  return fee ? [post(fee)] : [];
}

function chargeRefund({ refund, payment, terms }: { refund: Refund; payment: Payment; terms: ShopTerms }) {
  const { amountMinor, currency } = refund;
  if (!terms.refundFees) return undefined;
  const { feeMinor } = splitByFee(
    { fees: terms.refundFees },
    {
      ...{ amountMinor, currency, connector: payment.connector, tool: payment.payer.toolDetails.type },
      ...{ capturedAt: refund.statusChangedAt, lastMonthMinor: 0n },
    },
  );
  if (feeMinor === 0n) return undefined;
  const [payer, platform] = feeAccounts(refund, terms);
  const sides = { debitAccountID: payer.id, creditAccountID: platform.id };
  return { id: `${formatName(refund)}/fee`, ...sides, amountMinor: feeMinor, currency, reason: 'fee of a refund' };
}

function returnFee(refund: Refund, payment: Payment, basis: RefundFeeBasis): Movement[] {
  const { terms, feeMinor, feePayerID, refundedMinor: refundedBeforeMinor } = basis;
  if (terms.refundedFee !== 'returned' || feeMinor === null || feePayerID === null) return [];
  const { amountMinor, currency, invoiceID } = refund;
  const refunded = { feeMinor, capturedMinor: payment.amountMinor, refundedBeforeMinor, amountMinor };
  const { beforeMinor, partMinor } = returnedFee(refunded);
  if (partMinor === 0n) return [];
  const sides = { debitAccountID: feeAccount(currency, invoiceID).id, creditAccountID: feePayerID };
  const id = `${formatName(refund)}/fee-return/${beforeMinor}`;
  return [post({ id, ...sides, amountMinor: partMinor, currency, reason: 'fee of a refunded payment returned' })];
}

/** Releases what a failed refund holds. */
export async function releaseRefund(
  database: Database,
  { refund, basis }: { refund: Refund; basis: RefundFeeBasis },
  tx: Transaction,
): Promise<void> {
  const holds = refund.parts.map(({ shopID }) => ({ hold: `hold/${shopID}`, ended: `void/${shopID}` }));
  if (basis.isFeeHeld) holds.push({ hold: 'fee-hold', ended: 'fee-void' });
  const voids = holds.map((each) => {
    const [id, pendingID] = [each.ended, each.hold].map((part) => `${formatName(refund)}/${part}`) as [string, string];
    return voidPending({ id, pendingID, reason: 'refund failed' });
  });
  await move(database, voids, tx);
}
