import type { Payment } from '../../domain/payment/payment';
import type { Database, Transaction } from '../database';
import type { RecordedAllocationPart } from '../../domain/allocation/recorded-allocation';
import { feeAccount, providerAccount, settlementAccount } from '../ledger/accounts';
import { openAccounts, post, postHold as postPending, hold, voidHold } from '../ledger/ledger';
import { findShop } from '../shop/shops';

/** The connector of a shop whose terms name none. */
export const DEFAULT_PROVIDER = 'sandbox';

const BASIS = 10_000n;

function nameOf(payment: Payment): string {
  return `payment/${payment.invoiceID}.${payment.id}`;
}

/** Holds the authorised amount: the provider will owe it to the shop. */
export async function postHold(database: Database, payment: Payment, tx: Transaction): Promise<void> {
  const shop = await findShop(database, payment, tx);
  const provider = providerAccount(shop?.terms.provider ?? DEFAULT_PROVIDER, payment.currency);
  const settlement = settlementAccount(payment.shopID, payment.currency);
  await openAccounts(database, [provider, settlement, feeAccount(payment.currency)], tx);
  await hold(
    database,
    {
      id: `${nameOf(payment)}/hold`,
      debitAccountID: provider.id,
      creditAccountID: settlement.id,
      amountMinor: payment.authorisedAmountMinor,
      currency: payment.currency,
      reason: 'payment authorised',
    },
    tx,
  );
}

/** Posts what was captured and distributes it as the payment says, and takes the platform's fee of it. @returns the fee in minor units, null for none */
export async function postCapture(database: Database, payment: Payment, tx: Transaction): Promise<bigint | null> {
  const resolution = {
    id: `${nameOf(payment)}/capture`,
    pendingID: `${nameOf(payment)}/hold`,
    reason: 'payment captured',
  };
  await postPending(database, { ...resolution, amountMinor: payment.amountMinor }, tx);
  for (const part of payment.allocation ?? []) await postAllocated(database, { payment, part }, tx);
  const shop = await findShop(database, payment, tx);
  const basisPoints = BigInt(shop?.terms.feeBasisPoints ?? 0);
  const feeMinor = (payment.amountMinor * basisPoints + BASIS / 2n) / BASIS;
  if (feeMinor === 0n) return null;
  await post(
    database,
    {
      id: `${nameOf(payment)}/fee`,
      debitAccountID: settlementAccount(payment.shopID, payment.currency).id,
      creditAccountID: feeAccount(payment.currency).id,
      amountMinor: feeMinor,
      currency: payment.currency,
      reason: 'fee of a captured payment',
    },
    tx,
  );
  return feeMinor;
}

/** Passes a part of a captured payment on to the shop that it was meant for. The payment's own shop keeps its own part. */
async function postAllocated(
  database: Database,
  { payment, part }: { payment: Payment; part: RecordedAllocationPart },
  tx: Transaction,
): Promise<void> {
  if (part.shopID === payment.shopID) return;
  const target = settlementAccount(part.shopID, payment.currency);
  await openAccounts(database, [target], tx);
  await post(
    database,
    {
      id: `${nameOf(payment)}/allocation/${part.shopID}`,
      debitAccountID: settlementAccount(payment.shopID, payment.currency).id,
      creditAccountID: target.id,
      amountMinor: BigInt(part.amount),
      currency: payment.currency,
      reason: 'part of a captured payment',
    },
    tx,
  );
}

/** Gives the hold back whole. */
export async function postRelease(database: Database, payment: Payment, tx: Transaction): Promise<void> {
  const resolution = {
    id: `${nameOf(payment)}/release`,
    pendingID: `${nameOf(payment)}/hold`,
    reason: 'payment cancelled',
  };
  await voidHold(database, resolution, tx);
}
