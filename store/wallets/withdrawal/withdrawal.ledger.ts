import { getWithdrawalFee } from '../../../domain/wallets/withdrawal/withdrawal';
import type { Database, Transaction } from '../../postgres/database';
import { exchangeAccount, feeAccount, connectorAccount, walletAccount } from '../../platform/ledger/accounts';
import {
  hold,
  move,
  openAccounts,
  post,
  postPending,
  voidPending,
  type Account,
  type Transfer,
} from '../../platform/ledger/ledger';
import { toAmounts, type WithdrawalRow } from './withdrawal.table';

/**
 * A movement of a withdrawal. In one currency: wallet to connector, and the fee to the platform. In a conversion:
 * wallet to exchange in its currency, exchange to connector in the destination's.
 */
type Leg = Omit<Transfer, 'reason'> & { debit: Account; credit: Account };

function buildLegs(row: WithdrawalRow): Leg[] {
  const name = `withdrawal/${row.id}`;
  const wallet = walletAccount({ id: row.walletID, currency: row.sourceCurrency });
  const connector = connectorAccount(row.connector ?? row.providerID, row.destinationCurrency, row.id);
  if (row.sourceCurrency === row.destinationCurrency) {
    const fee = getWithdrawalFee(toAmounts(row));
    const paidOut = buildLeg(`${name}/hold`, { debit: wallet, credit: connector, amountMinor: row.destinationMinor });
    if (!fee) return [paidOut];
    const { amountMinor, currency } = fee;
    return [
      paidOut,
      buildLeg(`${name}/fee-hold`, { debit: wallet, credit: feeAccount(currency, row.id), amountMinor }),
    ];
  }
  const [taken, given] = [row.sourceCurrency, row.destinationCurrency].map((code) =>
    exchangeAccount(row.providerID, code),
  );
  if (!taken || !given) throw new Error('an exchange has two sides');
  return [
    buildLeg(`${name}/hold`, { debit: wallet, credit: taken, amountMinor: row.sourceMinor }),
    buildLeg(`${name}/exchange-hold`, { debit: given, credit: connector, amountMinor: row.destinationMinor }),
  ];
}

function buildLeg(id: string, { debit, credit, amountMinor }: Pick<Leg, 'debit' | 'credit' | 'amountMinor'>): Leg {
  const { currency } = debit;
  return { id, debit, credit, debitAccountID: debit.id, creditAccountID: credit.id, amountMinor, currency };
}

/** Opens the accounts of a withdrawal, outside of its transaction. */
export async function openWithdrawalAccounts(database: Database, row: WithdrawalRow): Promise<void> {
  await openAccounts(
    database,
    buildLegs(row).flatMap(({ debit, credit }) => [debit, credit]),
  );
}

/** @throws InsufficientFunds */
export async function holdWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const holds = buildLegs(row).map(({ id, debitAccountID, creditAccountID, amountMinor, currency }) =>
    hold({ id, debitAccountID, creditAccountID, amountMinor, currency, reason: 'withdrawal started' }),
  );
  await move(database, holds, tx);
}

export async function postWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const posts = buildLegs(row).map(({ id }) =>
    postPending({ id: id.replace(/hold$/, 'post'), pendingID: id, reason: 'withdrawal paid out' }),
  );
  await move(database, posts, tx);
}

export async function releaseWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const voids = buildLegs(row).map(({ id }) =>
    voidPending({ id: id.replace(/hold$/, 'release'), pendingID: id, reason: 'withdrawal failed' }),
  );
  await move(database, voids, tx);
}

/** Moves a returned payout back to the wallet, at the rate of the withdrawal. The fee stays, as the payout was made. */
export async function returnWithdrawal(database: Database, row: WithdrawalRow, tx: Transaction): Promise<void> {
  const legs = buildLegs(row).filter(({ id }) => !id.endsWith('/fee-hold'));
  const posts = legs.map(({ id, debitAccountID, creditAccountID, amountMinor, currency }) =>
    post({
      ...{ id: id.replace(/hold$/, 'return'), amountMinor, currency, reason: 'payout returned' },
      ...{ debitAccountID: creditAccountID, creditAccountID: debitAccountID },
    }),
  );
  await move(database, posts, tx);
}
