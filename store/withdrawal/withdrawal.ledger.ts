import { getWithdrawalFee } from '../../domain/withdrawal/withdrawal';
import type { Database, Transaction } from '../database';
import { exchangeAccount, feeAccount, connectorAccount, walletAccount } from '../ledger/accounts';
import { hold, move, openAccounts, postPending, voidPending, type Account, type Transfer } from '../ledger/ledger';
import { toAmounts, type WithdrawalRow } from './withdrawal.table';

/**
 * A withdrawal's movements. In one currency the wallet gives to the connector, and the fee to the platform. In a conversion it
 * gives to the exchange in its own currency, and the exchange to the connector in the destination's.
 */
type Leg = Omit<Transfer, 'reason'> & { debit: Account; credit: Account };

function getLegs(row: WithdrawalRow): Leg[] {
  const name = `withdrawal/${row.id}`;
  const wallet = walletAccount({ id: row.walletID, currency: row.sourceCurrency });
  const connector = connectorAccount(row.connector ?? row.providerID, row.destinationCurrency, row.id);
  if (row.sourceCurrency === row.destinationCurrency) {
    const fee = getWithdrawalFee(toAmounts(row));
    const paidOut = leg(`${name}/hold`, { debit: wallet, credit: connector, amountMinor: row.destinationMinor });
    if (!fee) return [paidOut];
    const { amountMinor, currency } = fee;
    return [paidOut, leg(`${name}/fee-hold`, { debit: wallet, credit: feeAccount(currency, row.id), amountMinor })];
  }
  const [taken, given] = [row.sourceCurrency, row.destinationCurrency].map((code) =>
    exchangeAccount(row.providerID, code),
  );
  if (!taken || !given) throw new Error('an exchange has two sides');
  return [
    leg(`${name}/hold`, { debit: wallet, credit: taken, amountMinor: row.sourceMinor }),
    leg(`${name}/exchange-hold`, { debit: given, credit: connector, amountMinor: row.destinationMinor }),
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
    getLegs(row).flatMap(({ debit, credit }) => [debit, credit]),
  );
}

/** Holds what leaves the wallet. @throws InsufficientFunds */
export async function holdWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const holds = getLegs(row).map(({ id, debitAccountID, creditAccountID, amountMinor, currency }) =>
    hold({ id, debitAccountID, creditAccountID, amountMinor, currency, reason: 'withdrawal started' }),
  );
  await move(database, holds, tx);
}

/** Posts what was held: the connector has paid it out. */
export async function postWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const posts = getLegs(row).map(({ id }) =>
    postPending({ id: id.replace(/hold$/, 'post'), pendingID: id, reason: 'withdrawal paid out' }),
  );
  await move(database, posts, tx);
}

/** Gives what was held back to the wallet. */
export async function releaseWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const voids = getLegs(row).map(({ id }) =>
    voidPending({ id: id.replace(/hold$/, 'release'), pendingID: id, reason: 'withdrawal failed' }),
  );
  await move(database, voids, tx);
}
