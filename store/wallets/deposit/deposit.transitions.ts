import type { Deposit } from '../../../domain/wallets/deposit/deposit';
import { assertDepositable } from '../../../domain/wallets/deposit/deposit-rules';
import { depositMachine, type DepositAction } from '../../../domain/wallets/deposit/deposit.machine';
import { computeFee } from '../../../domain/merchants/fee/fee';
import { requireTransition } from '../../../domain/platform/machine/machine';
import type { Wallet } from '../../../domain/wallets/wallet/wallet';
import { currencyTerms } from '../../../domain/wallets/wallet-provider/wallet-provider';
import type { OperationFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { auditWithin } from '../../platform/audit/audited';
import { assignments, insertText, toValues } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { feeAccount, sourceAccount, walletAccount } from '../../platform/ledger/accounts';
import { LimitExceeded, readBalance, move, openAccounts, post, type Movement } from '../../platform/ledger/ledger';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import { findSource } from '../source/source.queries';
import type { Store } from '../../store';
import { findWallet } from '../wallet/wallet.queries';
import { DEPOSIT, DEPOSIT_COLUMNS, type DepositRow } from './deposit.table';
import { toFailure, runOnce } from '../../platform/ledger/operation';

export interface NewDeposit {
  idempotencyKey: string;
  walletID: string;
  sourceID: string;
  amountMinor: bigint;
  currency: string;
  externalID: string | null;
  description: string | null;
}

const INSERT = statement('deposit-insert', insertText('deposits', DEPOSIT_COLUMNS));
const FIND_BY_KEY = statement<DepositRow>(
  'deposit-find-key',
  `SELECT ${DEPOSIT} FROM deposits d WHERE idempotency_key = $1`,
);

/** Creates a pending deposit. @throws Refusal invalidOperationParameters */
export async function createDeposit(store: Store, given: NewDeposit, now = new Date()): Promise<DepositRow> {
  const isSame = (row: DepositRow): boolean =>
    row.walletID === given.walletID && row.sourceID === given.sourceID && row.amountMinor === given.amountMinor;
  const operation = { key: given.idempotencyKey, index: 'deposits_idempotency_key_key', find: FIND_BY_KEY, isSame };
  return runOnce(store.database, operation, async () => {
    const wallet = await findWallet(store.database, given.walletID);
    const source = await findSource(store.database, given.sourceID);
    assertDepositable({ wallet, source, body: given });
    if (!wallet) throw new Error('the deposit has no wallet');
    const { partyID, identityID } = wallet;
    const initial = { id: newId(now), createdAt: now, status: depositMachine.initial, failure: null };
    const feeMinor = await computeDepositFee(store, wallet, given);
    const row: DepositRow = { ...given, partyID, identityID, ...initial, feeMinor, revertedMinor: 0n, postingCount: 0 };
    return store.database.transaction(async (tx) => {
      await store.database.run(INSERT, toValues(row, DEPOSIT_COLUMNS), tx);
      await auditWithin(store.database, store.origin, [{ type: 'deposit', id: row.id }], tx);
      return row;
    });
  });
}

/** The fee that the source pays by the current terms; null if none. */
async function computeDepositFee(
  store: Store,
  wallet: Wallet,
  { amountMinor, currency }: NewDeposit,
): Promise<bigint | null> {
  const terms = currencyTerms(await getWalletProvider(store.database, wallet), currency);
  return computeFee(amountMinor, terms?.depositFeeBasisPoints ?? 0n) || null;
}

/** Pending → Succeeded, or Failed if the wallet would exceed its limit. Idempotent. */
export async function settleDeposit(store: Store, depositID: string): Promise<Deposit['status']> {
  try {
    return await changeDeposit(store, depositID, async (row, tx) => {
      if (row.status !== 'Pending') return row;
      await postDeposit(store, row, tx);
      return transitionDeposit(row, 'succeed', null);
    });
  } catch (error) {
    const failure = toFailure(error);
    return changeDeposit(store, depositID, async (row) =>
      row.status === 'Pending' ? transitionDeposit(row, 'fail', failure) : row,
    );
  }
}

/** Applies a transition. `postingCount` makes posting ids unique. */
export function transitionDeposit(
  row: DepositRow,
  action: DepositAction,
  failure: OperationFailure | null,
): DepositRow {
  const transition = requireTransition(depositMachine, row.status, action);
  return { ...row, status: transition.to, failure, postingCount: row.postingCount + 1 };
}

/** Credits a deposit to its wallet. @throws LimitExceeded */
export async function postDeposit(store: Store, row: DepositRow, tx: Transaction): Promise<void> {
  const { database } = store;
  const [wallet, source] = getAccounts(row);
  const transfer = { ...buildPosting(row), debitAccountID: source, creditAccountID: wallet, reason: 'deposit' };
  const fee = buildFeeMovements(row, { from: source, to: await openFeeAccount(database, row, tx) });
  await move(database, [post(transfer), ...fee], tx);
  const limitMinor = await readBalanceLimit(store, row, tx);
  if (limitMinor === undefined) return;
  const { own } = await readBalance(database, wallet, tx);
  if (own > limitMinor) throw new LimitExceeded(wallet);
}

/** Debits a deposit from its wallet. @throws InsufficientFunds */
export async function unpostDeposit(store: Store, row: DepositRow, tx: Transaction): Promise<void> {
  const [wallet, source] = getAccounts(row);
  const transfer = {
    ...buildPosting(row),
    debitAccountID: wallet,
    creditAccountID: source,
    reason: 'deposit adjusted',
  };
  const fee = buildFeeMovements(row, { from: await openFeeAccount(store.database, row, tx), to: source });
  await move(store.database, [post(transfer), ...fee], tx);
}

/** Opens the platform's fee account of the deposit with its first use. */
async function openFeeAccount(database: Database, row: DepositRow, tx: Transaction): Promise<string> {
  const account = feeAccount(row.currency, row.id);
  if (row.feeMinor !== null) await openAccounts(database, [account], tx);
  return account.id;
}

function buildFeeMovements(row: DepositRow, { from, to }: { from: string; to: string }): Movement[] {
  const { feeMinor: amountMinor, currency } = row;
  if (amountMinor === null) return [];
  const accounts = { debitAccountID: from, creditAccountID: to };
  return [post({ id: `${buildPosting(row).id}/fee`, ...accounts, amountMinor, currency, reason: 'fee of a deposit' })];
}

function buildPosting({ id, postingCount, amountMinor, currency }: DepositRow) {
  return { id: `deposit/${id}/${postingCount + 1}`, amountMinor, currency };
}

export function getAccounts({ walletID, sourceID, currency }: Omit<NewDeposit, 'idempotencyKey'>): [string, string] {
  return [walletAccount({ id: walletID, currency }).id, sourceAccount({ id: sourceID, currency }).id];
}

async function readBalanceLimit(store: Store, row: DepositRow, tx: Transaction): Promise<bigint | undefined> {
  const wallet = await findWallet(store.database, row.walletID, tx);
  if (!wallet) throw new Error(`deposit ${row.id} has no wallet`);
  return currencyTerms(await getWalletProvider(store.database, wallet, tx), row.currency)?.balanceLimitMinor;
}

const LOCK = statement<DepositRow>('deposit-lock', `SELECT ${DEPOSIT} FROM deposits d WHERE id = $1 FOR UPDATE`);

/** Locks a deposit with its reverts and adjustments until the transaction ends. */
export async function lockDeposit(store: Store, depositID: string, tx: Transaction): Promise<DepositRow | undefined> {
  const [row] = await store.database.run(LOCK, [depositID], tx);
  return row;
}

const CHANGING = ['status', 'failure', 'revertedMinor', 'postingCount'] as const;
const UPDATE = statement(
  'deposit-update',
  `UPDATE deposits SET ${assignments(DEPOSIT_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

/** Requires the lock of its row. */
export async function saveDeposit(store: Store, row: DepositRow, tx: Transaction): Promise<void> {
  await store.database.run(UPDATE, [row.id, ...toValues(row, DEPOSIT_COLUMNS, CHANGING)], tx);
}

async function changeDeposit(
  store: Store,
  depositID: string,
  decide: (row: DepositRow, tx: Transaction) => Promise<DepositRow>,
): Promise<Deposit['status']> {
  return store.database.transaction(async (tx) => {
    const row = await lockDeposit(store, depositID, tx);
    if (!row) throw new Error(`deposit ${depositID} does not exist`);
    const next = await decide(row, tx);
    if (next !== row) await saveDeposit(store, next, tx);
    return next.status;
  });
}
