import type { Database, Transaction } from '../database';
import { exchangeAccount, providerAccount, walletAccount } from '../ledger/accounts';
import { hold, openAccounts, postHold, voidHold, type Account, type Transfer } from '../ledger/ledger';
import type { WithdrawalRow } from './withdrawal.model';

/**
 * A withdrawal's movements. In one currency the wallet gives to the provider. Under a quote the wallet gives to the
 * exchange in its own currency, and the exchange to the provider in the destination's.
 */
type Leg = Omit<Transfer, 'reason'> & { debit: Account; credit: Account };

function legsOf(row: WithdrawalRow): Leg[] {
  const name = `withdrawal/${row.id}`;
  const wallet = walletAccount({ id: row.walletID, currency: row.takenCurrency });
  const provider = providerAccount(row.connector ?? row.providerID, row.givenCurrency);
  if (row.takenCurrency === row.givenCurrency) {
    return [leg(`${name}/hold`, { debit: wallet, credit: provider, amountMinor: row.takenMinor })];
  }
  const [taken, given] = [row.takenCurrency, row.givenCurrency].map((code) => exchangeAccount(row.providerID, code));
  if (!taken || !given) throw new Error('an exchange has two sides');
  return [
    leg(`${name}/hold`, { debit: wallet, credit: taken, amountMinor: row.takenMinor }),
    leg(`${name}/exchange-hold`, { debit: given, credit: provider, amountMinor: row.givenMinor }),
  ];
}

function leg(id: string, { debit, credit, amountMinor }: Pick<Leg, 'debit' | 'credit' | 'amountMinor'>): Leg {
  const { currency } = debit;
  return { id, debit, credit, debitAccountID: debit.id, creditAccountID: credit.id, amountMinor, currency };
}

/** Opens the accounts that a withdrawal may be the first to use; never inside its transaction. */
export async function openWithdrawalAccounts(database: Database, row: WithdrawalRow): Promise<void> {
  await openAccounts(
    database,
    legsOf(row).flatMap(({ debit, credit }) => [debit, credit]),
  );
}

/** Holds what leaves the wallet. @throws InsufficientFunds */
export async function holdWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  for (const { id, debitAccountID, creditAccountID, amountMinor, currency } of legsOf(row)) {
    const transfer = { id, debitAccountID, creditAccountID, amountMinor, currency, reason: 'withdrawal started' };
    await hold(database, transfer, tx);
  }
}

/** Posts what was held: the provider has paid it out. */
export async function postWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  for (const { id } of legsOf(row)) {
    const resolution = { id: id.replace(/hold$/, 'post'), pendingID: id, reason: 'withdrawal paid out' };
    await postHold(database, resolution, tx);
  }
}

/** Gives what was held back to the wallet. */
export async function releaseWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  for (const { id } of legsOf(row)) {
    const resolution = { id: id.replace(/hold$/, 'release'), pendingID: id, reason: 'withdrawal failed' };
    await voidHold(database, resolution, tx);
  }
}
