import { findAccountChange, getCreditor, getSendFrom } from '../../../domain/merchants/settlement/payout-account';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import type { Database, Transaction } from '../../postgres/database';
import { readTermsSince, type Settlement } from './balance-lines';
import type { PayoutRow } from './payout.table';

/** Where a payout goes, from when, and which connector pays it. */
export type Payee = Pick<PayoutRow, 'creditor' | 'sendFrom' | 'connector'>;

/** What decides it, in force when the batch is closed. */
export interface PayeeBasis {
  terms: ShopTerms;
  contractor: object | null;
  bankAccountChangedAt: Date | null;
  contractChangedAt: Date | null;
}

/** Null for a shop without a bank account. */
export async function readPayee(
  database: Database,
  { shopID, currency }: Settlement,
  { terms, contractor, bankAccountChangedAt, contractChangedAt }: PayeeBasis,
  tx: Transaction,
): Promise<Payee | null> {
  const creditor = getCreditor(contractor, terms.settlement ?? {}, currency);
  if (!creditor) return null;
  const now = new Date();
  const renamedAt = findAccountChange(await readTermsSince(database, shopID, tx), now);
  const { accountWaitDays } = settlementTerms(terms);
  const sendFrom = getSendFrom([bankAccountChangedAt, contractChangedAt, renamedAt], accountWaitDays, now);
  const payer = terms.settlement?.payoutConnectors?.find((each) => each.currency === currency);
  return { creditor, sendFrom, connector: payer?.connector ?? null };
}
