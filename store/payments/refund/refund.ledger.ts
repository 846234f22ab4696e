import { Refusal } from '../../../domain/platform/errors/refusal';
import { returnedFee } from '../../../domain/merchants/fee/returned-fee';
import { splitByFee } from '../../../domain/merchants/fee/fee-rules';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import type { BoundStatement, Database, Transaction } from '../../postgres/database';
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
  movingStatements,
  openingStatements,
  post,
  postPending,
  voidPending,
  type Account,
  type Hold,
  type Movement,
} from '../../platform/ledger/ledger';

function formatName({ invoiceID, paymentID, id }: Refund): string {
  return `refund/${invoiceID}.${paymentID}.${id}`;
}

function formatFeeHoldName(refund: Refund): string {
  return `${formatName(refund)}/fee-hold`;
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
  const accounts = [connector, ...settlements, ...(fee ? [feeAccount(currency, invoiceID)] : [])];
  const feeHold = fee && { ...fee, id: formatFeeHoldName(refund), reason: 'fee of a refund under way' };
  const movements = [...parts, ...(feeHold ? [feeHold] : [])].map(hold);
  const writes = [...openingStatements(database, accounts, tx), ...movingStatements(movements, [], tx)];
  const shops = [...held];
  // One round trip: each balance is read after the movements.
  const writing = writes.map(async ({ values, ...write }) => void (await database.run(write, values, tx)));
  const reading = shops.map(async ([shop]) => readBalance(database, settlementAccountIDs(shop, currency), tx));
  const [balances] = await Promise.all([Promise.all(reading), ...writing]);
  for (const [place, [shop, amountMinor]] of shops.entries()) {
    const available = balances[place]?.available ?? 0n;
    if (available >= 0n) continue;
    const words = `shop ${shop} has ${available + amountMinor} ${currency}, and the refund takes ${amountMinor}`;
    throw new Refusal('insufficentAccountBalance', words);
  }
}

/** What ends a refund: its holds, and what decides its fees, the shop's terms in force and the fee of its payment, in minor units. */
export interface RefundBasis {
  terms: ShopTerms;
  /** Null if the payment had no fee. */
  feeMinor: bigint | null;
  /** The account that paid the fee. */
  feePayerID: string | null;
  /** By refunds before. */
  refundedMinor: bigint;
  /** What the refund holds, and its fee. */
  holds: readonly Hold[];
}

/** Posts a refund, its fee, and what it returns of the payment's fee. */
export function postRefund(
  database: Database,
  { refund, payment, basis }: { refund: Refund; payment: Payment; basis: RefundBasis },
  tx: Transaction,
): BoundStatement[] {
  const posts = refund.parts.map(({ shopID }) => {
    const pendingID = `${formatName(refund)}/hold/${shopID}`;
    return postPending({ id: `${formatName(refund)}/post/${shopID}`, pendingID, reason: 'refunded' });
  });
  const fees = [...takeFee(refund, payment, basis), ...returnFee(refund, payment, basis)];
  const opening = fees.length > 0 ? openingStatements(database, feeAccounts(refund, basis.terms), tx) : [];
  return [...opening, ...movingStatements([...posts, ...fees], basis.holds, tx)];
}

/** The shop of the payment pays the fees. */
function feeAccounts({ shopID, currency, invoiceID }: Refund, { feeCollection }: ShopTerms): [Account, Account] {
  const isBilled = feeCollection === 'billed';
  const payer = isBilled ? billedFeesAccount(shopID, currency, invoiceID) : settlementAccount(shopID, currency);
  return [payer, feeAccount(currency, invoiceID)];
}

/** Charges the fee that is held, or else what the terms say now. */
function takeFee(refund: Refund, payment: Payment, { terms, holds }: RefundBasis): Movement[] {
  const pendingID = formatFeeHoldName(refund);
  if (holds.some(({ id }) => id === pendingID))
    return [postPending({ id: `${formatName(refund)}/fee`, pendingID, reason: 'fee of a refund' })];
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

function returnFee(refund: Refund, payment: Payment, basis: RefundBasis): Movement[] {
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
export function releaseRefund(
  { refund, basis }: { refund: Refund; basis: RefundBasis },
  tx: Transaction,
): BoundStatement[] {
  const holds = refund.parts.map(({ shopID }) => ({ hold: `hold/${shopID}`, ended: `void/${shopID}` }));
  if (basis.holds.some(({ id }) => id === formatFeeHoldName(refund)))
    holds.push({ hold: 'fee-hold', ended: 'fee-void' });
  const voids = holds.map((each) => {
    const [id, pendingID] = [each.ended, each.hold].map((part) => `${formatName(refund)}/${part}`) as [string, string];
    return voidPending({ id, pendingID, reason: 'refund failed' });
  });
  return movingStatements(voids, basis.holds, tx);
}
