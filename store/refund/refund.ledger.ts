import { Refusal } from '../../domain/errors/refusal';
import type { Payment } from '../../domain/payment/payment';
import type { Refund } from '../../domain/refund/refund';
import type { Database, Transaction } from '../postgres/database';
import { connectorAccount, settlementAccount, settlementAccountIDs } from '../ledger/accounts';
import { readBalance, hold, move, openAccounts, postPending, voidPending } from '../ledger/ledger';

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

export async function postRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  const posts = refund.parts.map(({ shopID }) => {
    const pendingID = `${formatName(refund)}/hold/${shopID}`;
    return postPending({ id: `${formatName(refund)}/post/${shopID}`, pendingID, reason: 'refunded' });
  });
  await move(database, posts, tx);
}

export async function releaseRefund(database: Database, refund: Refund, tx: Transaction): Promise<void> {
  const voids = refund.parts.map(({ shopID }) => {
    const pendingID = `${formatName(refund)}/hold/${shopID}`;
    return voidPending({ id: `${formatName(refund)}/void/${shopID}`, pendingID, reason: 'refund failed' });
  });
  await move(database, voids, tx);
}
