import { Refusal } from '../../domain/errors/refusal';
import { returnedFee } from '../../domain/fee/returned-fee';
import { splitByFee } from '../../domain/fee/fee-rules';
import type { Payment } from '../../domain/payment/payment';
import type { Refund } from '../../domain/refund/refund';
import type { ShopTerms } from '../../domain/shop/shop-terms';
import type { Database, Transaction } from '../postgres/database';
import {
  billedFeesAccount,
  connectorAccount,
  feeAccount,
  settlementAccount,
  settlementAccountIDs,
} from '../ledger/accounts';
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
} from '../ledger/ledger';

function formatName({ invoiceID, paymentID, id }: Refund): string {
  return `refund/${invoiceID}.${paymentID}.${id}`;
}

/** Holds a refund's money on the accounts of its shops. @throws Refusal insufficentAccountBalance if a shop has less than its part */
export async function holdRefund(
  database: Database,
  { payment, refund }: { payment: Payment; refund: Refund },
  tx: Transaction,
): Promise<void> {
  const connector = connectorAccount(payment.connector, refund.currency, refund.invoiceID);
  const parts = refund.parts.map(({ shopID, amount }) => {
    return { shopID, amountMinor: BigInt(amount), settlement: settlementAccount(shopID, refund.currency) };
  });
  await openAccounts(database, [connector, ...parts.map(({ settlement }) => settlement)], tx);
  const holds = parts.map(({ shopID, amountMinor, settlement }) =>
    hold({
      id: `${formatName(refund)}/hold/${shopID}`,
      debitAccountID: settlement.id,
      creditAccountID: connector.id,
      amountMinor,
      currency: refund.currency,
      reason: 'refund under way',
    }),
  );
  await move(database, holds, tx);
  for (const { shopID, amountMinor } of parts) {
    const { available } = await readBalance(database, settlementAccountIDs(shopID, refund.currency), tx);
    if (available >= 0n) continue;
    const before = `${available + amountMinor} ${refund.currency}`;
    throw new Refusal('insufficentAccountBalance', `shop ${shopID} has ${before}`);
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
  const fees = [...chargeRefund(refund, payment, basis), ...returnFee(refund, payment, basis)];
  if (fees.length > 0) await openAccounts(database, feeAccounts(refund, basis.terms), tx);
  await move(database, [...posts, ...fees], tx);
}

/** The shop of the payment pays the fees. */
function feeAccounts({ shopID, currency, invoiceID }: Refund, { feeCollection }: ShopTerms): [Account, Account] {
  const isBilled = feeCollection === 'billed';
  const payer = isBilled ? billedFeesAccount(shopID, currency, invoiceID) : settlementAccount(shopID, currency);
  return [payer, feeAccount(currency, invoiceID)];
}

function chargeRefund(refund: Refund, payment: Payment, { terms }: RefundFeeBasis): Movement[] {
  const { amountMinor, currency } = refund;
  const { feeMinor } = splitByFee(
    { fees: terms.refundFees ?? [] },
    {
      ...{ amountMinor, currency, connector: payment.connector, tool: payment.payer.toolDetails.type },
      ...{ capturedAt: refund.statusChangedAt, lastMonthMinor: 0n },
    },
  );
  if (feeMinor === 0n) return [];
  const [payer, platform] = feeAccounts(refund, terms);
  const sides = { debitAccountID: payer.id, creditAccountID: platform.id };
  return [
    post({ id: `${formatName(refund)}/fee`, ...sides, amountMinor: feeMinor, currency, reason: 'fee of a refund' }),
  ];
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

export async function releaseRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  const voids = refund.parts.map(({ shopID }) => {
    const pendingID = `${formatName(refund)}/hold/${shopID}`;
    return voidPending({ id: `${formatName(refund)}/void/${shopID}`, pendingID, reason: 'refund failed' });
  });
  await move(database, voids, tx);
}
