import { feeOf } from '../../domain/fee/fee';
import type { Payment } from '../../domain/payment/payment';
import type { Database, Transaction } from '../database';
import type { RecordedAllocationPart } from '../../domain/allocation/recorded-allocation';
import { feeAccount, connectorAccount, settlementAccount, billedFeesAccount } from '../ledger/accounts';
import {
  hold,
  move,
  openAccounts,
  post,
  postPending,
  voidPending,
  type Account,
  type Movement,
} from '../ledger/ledger';
import { findShop } from '../shop/shop.queries';

function nameOf(payment: Payment): string {
  return `payment/${payment.invoiceID}.${payment.id}`;
}

/** Holds the authorised amount: the connector that authorised will owe it to the shop. */
export async function holdAuthorised(database: Database, payment: Payment, tx: Transaction): Promise<void> {
  const connector = connectorAccount(payment.connector, payment.currency);
  const settlement = settlementAccount(payment.shopID, payment.currency);
  await openAccounts(database, [connector, settlement, feeAccount(payment.currency)], tx);
  const held = hold({
    id: `${nameOf(payment)}/hold`,
    debitAccountID: connector.id,
    creditAccountID: settlement.id,
    amountMinor: payment.authorisedAmountMinor,
    currency: payment.currency,
    reason: 'payment authorised',
  });
  await move(database, [held], tx);
}

/** Posts what was captured and distributes it as the payment says, and takes the platform's fee of it. @returns the fee in minor units, null for none */
export async function postCapture(database: Database, payment: Payment, tx: Transaction): Promise<bigint | null> {
  const resolution = {
    id: `${nameOf(payment)}/capture`,
    pendingID: `${nameOf(payment)}/hold`,
    reason: 'payment captured',
  };
  const captured = postPending({ ...resolution, amountMinor: payment.amountMinor });
  const targets = allocatedParts(payment);
  const shop = await findShop(database, payment, tx);
  const feeMinor = feeOf(payment.amountMinor, BigInt(shop?.terms.feeBasisPoints ?? 0));
  const payingFees = shop?.terms.feeCollection === 'billed' ? billedFeesAccount : settlementAccount;
  const payer = payingFees(payment.shopID, payment.currency);
  const fees = feeMinor === 0n ? [] : [feeTaken(payment, { payer, feeMinor })];
  const others = targets.map(({ shopID }) => settlementAccount(shopID, payment.currency));
  const accounts = feeMinor === 0n ? others : [...others, payer];
  if (accounts.length > 0) await openAccounts(database, accounts, tx);
  await move(database, [captured, ...targets.map((part) => allocatedTo(payment, part)), ...fees], tx);
  return feeMinor === 0n ? null : feeMinor;
}

function feeTaken(payment: Payment, { payer, feeMinor }: { payer: Account; feeMinor: bigint }): Movement {
  return post({
    id: `${nameOf(payment)}/fee`,
    debitAccountID: payer.id,
    creditAccountID: feeAccount(payment.currency).id,
    amountMinor: feeMinor,
    currency: payment.currency,
    reason: 'fee of a captured payment',
  });
}

/** The parts of a captured payment that are passed on to other shops. The payment's own shop keeps its own part. */
function allocatedParts({ shopID, allocation }: Payment): RecordedAllocationPart[] {
  return (allocation ?? []).filter((part) => part.shopID !== shopID);
}

function allocatedTo(payment: Payment, part: RecordedAllocationPart): Movement {
  return post({
    id: `${nameOf(payment)}/allocation/${part.shopID}`,
    debitAccountID: settlementAccount(payment.shopID, payment.currency).id,
    creditAccountID: settlementAccount(part.shopID, payment.currency).id,
    amountMinor: BigInt(part.amount),
    currency: payment.currency,
    reason: 'part of a captured payment',
  });
}

/** Gives the hold back whole. */
export async function voidAuthorised(database: Database, payment: Payment, tx: Transaction): Promise<void> {
  const resolution = {
    id: `${nameOf(payment)}/release`,
    pendingID: `${nameOf(payment)}/hold`,
    reason: 'payment cancelled',
  };
  await move(database, [voidPending(resolution)], tx);
}
