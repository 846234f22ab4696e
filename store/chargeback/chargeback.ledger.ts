import type { Chargeback } from '../../domain/chargeback/chargeback';
import type { Database, Transaction } from '../database';
import { feeAccount, providerAccount, settlementAccount } from '../ledger/accounts';
import { hold, openAccounts, post, postHold, voidHold, type Account } from '../ledger/ledger';
import { DEFAULT_PROVIDER } from '../payment/payment.ledger';
import { findShop } from '../shop/shops';

/** What one shop owes for a chargeback, and to whom. */
interface Debt {
  name: string;
  reason: 'body' | 'levy';
  amountMinor: bigint;
  from: Account;
  to: Account;
}

function nameOf({ invoiceID, paymentID, id, round }: Chargeback): string {
  return `chargeback/${invoiceID}.${paymentID}.${id}/${round}`;
}

/**
 * The body goes back to the payer through the provider, from each shop its part; the levy to the platform, from the
 * payment's own shop. Accounts are taken in the order in which captures and refunds take them: the provider's first.
 */
async function debtsOf(database: Database, chargeback: Chargeback, tx: Transaction): Promise<Debt[]> {
  const { currency, shopID, levyMinor } = chargeback;
  const shop = await findShop(database, chargeback, tx);
  const provider = providerAccount(shop?.terms.provider ?? DEFAULT_PROVIDER, currency);
  const parts = [...chargeback.parts].sort((a, b) => (a.shopID < b.shopID ? -1 : 1));
  const bodies = parts.map((part): Debt => ({
    name: part.shopID === shopID ? 'body' : `body/${part.shopID}`,
    reason: 'body',
    amountMinor: BigInt(part.amount),
    from: settlementAccount(part.shopID, currency),
    to: provider,
  }));
  const from = settlementAccount(shopID, currency);
  return [...bodies, { name: 'levy', reason: 'levy', amountMinor: levyMinor, from, to: feeAccount(currency) }];
}

/** Holds what the dispute is about on the accounts of the shops, which may go below zero by it. */
export async function holdChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  const debts = await debtsOf(database, chargeback, tx);
  await openAccounts(database, distinct(debts.flatMap(({ from, to }) => [from, to])), tx);
  for (const { name, reason, amountMinor, from, to } of debts) {
    const transfer = {
      id: `${nameOf(chargeback)}/${name}/hold`,
      debitAccountID: from.id,
      creditAccountID: to.id,
      amountMinor,
      currency: chargeback.currency,
      reason: `chargeback disputed: ${reason}`,
    };
    await hold(database, transfer, tx);
  }
}

function distinct(accounts: readonly Account[]): Account[] {
  return [...new Map(accounts.map((account) => [account.id, account])).values()];
}

/** The chargeback is accepted: what was held is gone. */
export async function postChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  for (const { name, reason } of await debtsOf(database, chargeback, tx)) {
    const debt = `${nameOf(chargeback)}/${name}`;
    const resolution = { id: `${debt}/post`, pendingID: `${debt}/hold`, reason: `chargeback accepted: ${reason}` };
    await postHold(database, resolution, tx);
  }
}

/** The chargeback is rejected or cancelled: what was held is the shops' again. */
export async function releaseChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  for (const { name, reason } of await debtsOf(database, chargeback, tx)) {
    const debt = `${nameOf(chargeback)}/${name}`;
    const resolution = { id: `${debt}/void`, pendingID: `${debt}/hold`, reason: `chargeback ended: ${reason}` };
    await voidHold(database, resolution, tx);
  }
}

/** An accepted chargeback is disputed again: what it took returns, and the new dispute holds what it is about. */
export async function returnChargeback(database: Database, accepted: Chargeback, tx: Transaction): Promise<void> {
  for (const { name, reason, amountMinor, from, to } of await debtsOf(database, accepted, tx)) {
    const transfer = {
      id: `${nameOf(accepted)}/${name}/return`,
      debitAccountID: to.id,
      creditAccountID: from.id,
      amountMinor,
      currency: accepted.currency,
      reason: `chargeback reopened: ${reason}`,
    };
    await post(database, transfer, tx);
  }
}
