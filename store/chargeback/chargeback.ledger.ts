import type { Transaction } from 'sequelize';
import type { Chargeback } from '../../domain/chargeback/chargeback';
import type { Database } from '../database';
import { feeAccount, providerAccount, settlementAccount } from '../ledger/accounts';
import { hold, openAccounts, post, postHold, voidHold, type Account } from '../ledger/ledger';
import { DEFAULT_PROVIDER } from '../payment/payment.ledger';
import { findShop } from '../shop/shops';

interface Part {
  name: 'body' | 'levy';
  amountMinor: bigint;
  to: Account;
}

function nameOf({ invoiceID, paymentID, id, round }: Chargeback): string {
  return `chargeback/${invoiceID}.${paymentID}.${id}/${round}`;
}

/** The body goes back to the payer through the provider, the levy to the platform. The provider's account comes first. */
async function partsOf(database: Database, chargeback: Chargeback, tx: Transaction): Promise<Part[]> {
  const { currency, bodyMinor, levyMinor } = chargeback;
  const shop = await findShop(database, chargeback, tx);
  const provider = providerAccount(shop?.terms.provider ?? DEFAULT_PROVIDER, currency);
  return [
    { name: 'body', amountMinor: bodyMinor, to: provider },
    { name: 'levy', amountMinor: levyMinor, to: feeAccount(currency) },
  ];
}

/** Holds what the dispute is about on the shop's account, which may go below zero by it. */
export async function holdChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  const settlement = settlementAccount(chargeback.shopID, chargeback.currency);
  const parts = await partsOf(database, chargeback, tx);
  await openAccounts(database, [settlement, ...parts.map(({ to }) => to)], tx);
  for (const { name, amountMinor, to } of parts) {
    const transfer = {
      id: `${nameOf(chargeback)}/${name}/hold`,
      debitAccountID: settlement.id,
      creditAccountID: to.id,
      amountMinor,
      currency: chargeback.currency,
      reason: `chargeback disputed: ${name}`,
    };
    await hold(database, transfer, tx);
  }
}

/** The chargeback is accepted: what was held is gone. */
export async function postChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  for (const { name } of await partsOf(database, chargeback, tx)) {
    const part = `${nameOf(chargeback)}/${name}`;
    await postHold(
      database,
      { id: `${part}/post`, pendingID: `${part}/hold`, reason: `chargeback accepted: ${name}` },
      tx,
    );
  }
}

/** The chargeback is rejected or cancelled: what was held is the shop's again. */
export async function releaseChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  for (const { name } of await partsOf(database, chargeback, tx)) {
    const part = `${nameOf(chargeback)}/${name}`;
    await voidHold(
      database,
      { id: `${part}/void`, pendingID: `${part}/hold`, reason: `chargeback ended: ${name}` },
      tx,
    );
  }
}

/** An accepted chargeback is disputed again: what it took returns, and the new dispute holds what it is about. */
export async function returnChargeback(database: Database, accepted: Chargeback, tx: Transaction): Promise<void> {
  const settlement = settlementAccount(accepted.shopID, accepted.currency);
  for (const { name, amountMinor, to } of await partsOf(database, accepted, tx)) {
    const transfer = {
      id: `${nameOf(accepted)}/${name}/return`,
      debitAccountID: to.id,
      creditAccountID: settlement.id,
      amountMinor,
      currency: accepted.currency,
      reason: `chargeback reopened: ${name}`,
    };
    await post(database, transfer, tx);
  }
}
