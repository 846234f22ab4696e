import { Refusal } from '../../domain/errors/refusal';
import type { Refund } from '../../domain/refund/refund';
import type { GivenBack } from '../../domain/allocation/given-back';
import type { Database, Transaction } from '../database';
import { providerAccount, settlementAccount } from '../ledger/accounts';
import { balanceOf, hold, openAccounts, postHold, voidHold } from '../ledger/ledger';
import { DEFAULT_PROVIDER } from '../payment/payment.ledger';
import { findShop } from '../shop/shops';

function nameOf({ invoiceID, paymentID, id }: Refund): string {
  return `refund/${invoiceID}.${paymentID}.${id}`;
}

/**
 * Holds a refund's money on the shops that give it back, until the provider has paid it out.
 * @throws Refusal insufficentAccountBalance where a shop has less than its part
 */
export async function holdRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  const shop = await findShop(database, refund, tx);
  const provider = providerAccount(shop?.terms.provider ?? DEFAULT_PROVIDER, refund.currency);
  for (const { shopID, amount } of inLockingOrder(refund)) {
    const amountMinor = BigInt(amount);
    const settlement = settlementAccount(shopID, refund.currency);
    await openAccounts(database, [provider, settlement], tx);
    await hold(
      database,
      {
        id: `${nameOf(refund)}/hold/${shopID}`,
        debitAccountID: settlement.id,
        creditAccountID: provider.id,
        amountMinor,
        currency: refund.currency,
        reason: 'refund under way',
      },
      tx,
    );
    const { available } = await balanceOf(database, settlement.id, tx);
    if (available < 0n) {
      throw new Refusal(
        'insufficentAccountBalance',
        `shop ${shopID} has ${available + amountMinor} ${refund.currency}`,
      );
    }
  }
}

/** The provider has paid the refund out. */
export async function postRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  for (const { shopID } of inLockingOrder(refund)) {
    const pendingID = `${nameOf(refund)}/hold/${shopID}`;
    await postHold(database, { id: `${nameOf(refund)}/post/${shopID}`, pendingID, reason: 'refunded' }, tx);
  }
}

/** The provider has refused: the shops have their money again. */
export async function releaseRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  for (const { shopID } of inLockingOrder(refund)) {
    const pendingID = `${nameOf(refund)}/hold/${shopID}`;
    await voidHold(database, { id: `${nameOf(refund)}/void/${shopID}`, pendingID, reason: 'refund failed' }, tx);
  }
}

/** Several accounts in one transaction are always taken in the order of their names. */
function inLockingOrder({ parts }: Refund): GivenBack[] {
  return [...parts].sort((a, b) => (a.shopID < b.shopID ? -1 : 1));
}
